import { fields, page } from "./stubForge";
import type { Answer, Paths, Store, StoredComment, StoredIssue } from "./stubForge";

const numberOfUser = (name: string): number =>
  Buffer.from(name).reduce((sum, byte) => sum + byte, 0);

const noteOf = (one: StoredComment) => ({
  ...{ id: one.id, body: one.text, system: false, noteable_iid: one.on },
  author: { id: numberOfUser(one.author), username: one.author },
});

const issueOf = (one: StoredIssue) => ({
  ...{ id: one.number + 1000, iid: one.number, title: one.title, description: one.text },
  ...{ author: { id: numberOfUser(one.author), username: one.author } },
  state: one.isOpen ? "opened" : "closed",
  web_url: `https://gitlab.example.com/team/app/-/issues/${one.number}`,
});

const mergeRequestOf = (one: StoredIssue) => ({
  ...issueOf(one),
  ...{ source_branch: one.branch, target_branch: one.base },
  ...{ source_project_id: one.fork === undefined ? 7 : 8, target_project_id: 7 },
  sha: String(one.number).repeat(40).slice(0, 40),
});

const isRequest = ({ branch }: StoredIssue): boolean => branch !== undefined;

/** What GitLab answers, as docs.gitlab.com/api says. */
export const gitLabPaths: Paths = (store, request) => {
  const { method, path, query } = request;
  const inProject = path.replace(/^\/projects\/7(?=\/|$)/, "PROJECT");
  const call = `${method} ${inProject.replace(/\/\d+/g, "/N")}`;
  const [number, note] = [...inProject.matchAll(/\/(\d+)/g)].map(([, text]) => Number(text));
  const missing: Answer = { status: 404, body: { message: "404 Not found" } };
  const invalid: Answer = { status: 400, body: { error: "a field is missing or invalid" } };
  const ofKind = (isMergeRequest: boolean) =>
    store.issues.filter((one) => isRequest(one) === isMergeRequest);
  const open = (isMergeRequest: boolean) => ofKind(isMergeRequest).filter(({ isOpen }) => isOpen);

  switch (call) {
    case "GET /user":
      return { status: 200, body: { id: numberOfUser(store.self), username: store.self } };
    case "GET PROJECT":
      return { status: 200, body: { id: 7, default_branch: "main" } };
    case "GET PROJECT/issues": {
      if (query.get("state") !== "opened") return invalid;
      const isMine = query.get("scope") === "created_by_me";
      const shown = open(false).filter(({ author }) => !isMine || author === store.self);
      return page(shown.map(issueOf), request, "per_page");
    }
    case "GET PROJECT/merge_requests":
      return query.get("state") === "opened"
        ? page(open(true).map(mergeRequestOf), request, "per_page")
        : invalid;
    case "GET PROJECT/issues/N/notes":
    case "GET PROJECT/merge_requests/N/notes": {
      const notes = store.comments.filter(({ on }) => on === number);
      return page(notes.map(noteOf), request, "per_page");
    }
    case "POST PROJECT/issues/N/notes":
    case "POST PROJECT/merge_requests/N/notes": {
      const given = fields(request, ["body"]);
      const isMergeRequest = call.includes("merge_requests");
      if (given === undefined) return invalid;
      if (!ofKind(isMergeRequest).some((one) => one.number === number)) return missing;
      const created = { id: store.next(), on: number ?? 0, author: store.self, text: given.body };
      store.comments.push(created);
      return { status: 201, body: noteOf(created) };
    }
    case "PUT PROJECT/issues/N/notes/N":
    case "PUT PROJECT/merge_requests/N/notes/N": {
      const given = fields(request, ["body"]);
      const found = store.comments.find(({ id, on }) => id === note && on === number);
      if (given === undefined) return invalid;
      if (found === undefined) return missing;
      found.text = given.body;
      return { status: 200, body: noteOf(found) };
    }
    case "POST PROJECT/issues": {
      const given = fields(request, ["title", "description"]);
      if (given === undefined) return invalid;
      return { status: 201, body: issueOf(add(store, given.title, given.description)) };
    }
    case "PUT PROJECT/issues/N":
    case "PUT PROJECT/merge_requests/N": {
      const given = fields(request, [], ["title", "description", "state_event"]);
      const found = store.issues.find((one) => one.number === number);
      if (given === undefined) return invalid;
      if (found === undefined) return missing;
      if ("title" in given) found.title = given.title;
      if ("description" in given) found.text = given.description;
      if ("state_event" in given) found.isOpen = given.state_event !== "close";
      return { status: 200, body: issueOf(found) };
    }
    case "POST PROJECT/merge_requests": {
      const given = fields(request, ["title", "description", "source_branch", "target_branch"]);
      if (given === undefined) return invalid;
      if (open(true).some(({ branch }) => branch === given.source_branch)) {
        return {
          status: 409,
          body: { message: ["Another open merge request already exists for this source branch"] },
        };
      }
      const created = add(store, given.title, given.description);
      Object.assign(created, { branch: given.source_branch, base: given.target_branch });
      return { status: 201, body: mergeRequestOf(created) };
    }
    default:
      return undefined;
  }
};

function add(store: Store, title: string, text: string): StoredIssue {
  const created = { number: store.next(), author: store.self, title, text, isOpen: true };
  store.issues.push(created);
  return created;
}
