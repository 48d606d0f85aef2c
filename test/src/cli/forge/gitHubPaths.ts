import { fields, page, repository } from "./stubForge";
import type { Answer, Paths, StoredComment, StoredIssue } from "./stubForge";

/** What GitHub and Gitea answer, as docs.github.com/rest and Gitea's API document say. */
export const gitHubPaths =
  (kind: "GitHub" | "Gitea", origin: string): Paths =>
  (store, request) => {
    const { method, path, body } = request;
    const size = kind === "GitHub" ? "per_page" : "limit";
    const call = `${method} ${path.replace(`/repos/${repository}`, "REPO").replace(/\/\d+/g, "/N")}`;
    const number = Number(/\/(\d+)/.exec(path)?.[1]);
    const user = { login: store.self, id: 1 };
    const commentOf = (one: StoredComment) => ({
      id: one.id,
      user: { login: one.author },
      body: one.text,
      html_url: `${origin}/${repository}/pulls/${one.on}#issuecomment-${one.id}`,
    });
    const issueOf = (one: StoredIssue) => ({
      // Ids are not numbers.
      id: one.number + 1000,
      number: one.number,
      user: { login: one.author },
      title: one.title,
      body: one.text,
      state: one.isOpen ? "open" : "closed",
      html_url: `${origin}/${repository}/issues/${one.number}`,
      ...(one.branch === undefined
        ? kind === "Gitea" && { pull_request: null }
        : { pull_request: {} }),
    });
    const pullOf = (one: StoredIssue) => ({
      ...issueOf(one),
      head: {
        ref: one.branch,
        sha: String(one.number).repeat(40).slice(0, 40),
        repo: { full_name: one.fork ?? repository },
      },
      base: { ref: one.base, sha: "0".repeat(40), repo: { full_name: repository } },
    });
    const open = store.issues.filter(({ isOpen }) => isOpen);
    const issue = store.issues.find((one) => one.number === number);
    const missing: Answer = { status: 404, body: { message: "Not Found" } };
    const invalid: Answer = { status: 422, body: { message: "Validation Failed" } };

    switch (call) {
      case "GET /user":
        return store.user === undefined
          ? { status: 403, body: { message: "Resource not accessible by integration" } }
          : { status: 200, body: user };
      case "POST /graphql":
        return kind === "GitHub" && body?.query === "query { viewer { login } }"
          ? { status: 200, body: { data: { viewer: { login: store.self } } } }
          : undefined;
      case "GET REPO":
        return { status: 200, body: { full_name: repository, default_branch: "main" } };
      case "GET REPO/issues":
        return page(open.map(issueOf), request, size);
      case "GET REPO/pulls":
        return page(open.filter(({ branch }) => branch !== undefined).map(pullOf), request, size);
      case "GET REPO/issues/N/comments": {
        if (issue === undefined) return missing;
        const comments = store.comments.filter(({ on }) => on === number).map(commentOf);
        // Gitea's list of comments has no pages.
        return kind === "Gitea" ? { status: 200, body: comments } : page(comments, request, size);
      }
      case "POST REPO/issues/N/comments": {
        const given = fields(request, ["body"]);
        if (given === undefined) return invalid;
        if (issue === undefined) return missing;
        const comment = { id: store.next(), on: number, author: store.self, text: given.body };
        store.comments.push(comment);
        return { status: 201, body: commentOf(comment) };
      }
      case "PATCH REPO/issues/comments/N": {
        const given = fields(request, ["body"]);
        const comment = store.comments.find(({ id }) => id === number);
        if (given === undefined) return invalid;
        if (comment === undefined) return missing;
        comment.text = given.body;
        return { status: 200, body: commentOf(comment) };
      }
      case "POST REPO/issues": {
        const given = fields(request, ["title", "body"]);
        if (given === undefined) return invalid;
        const created = {
          ...{ number: store.next(), author: store.self, isOpen: true },
          ...{ title: given.title, text: given.body },
        };
        store.issues.push(created);
        return { status: 201, body: issueOf(created) };
      }
      case "PATCH REPO/pulls/N":
      case "PATCH REPO/issues/N": {
        const given = fields(request, [], ["title", "body", "state"]);
        if (given === undefined) return invalid;
        if (issue === undefined) return missing;
        if ("title" in given) issue.title = given.title;
        if ("body" in given) issue.text = given.body;
        if ("state" in given) issue.isOpen = given.state !== "closed";
        return { status: kind === "Gitea" ? 201 : 200, body: issueOf(issue) };
      }
      case "POST REPO/pulls": {
        const given = fields(request, ["title", "body", "head", "base"]);
        if (given === undefined) return invalid;
        const isThere = open.some(
          ({ branch, base }) => branch === given.head && base === given.base,
        );
        if (isThere) {
          return {
            status: kind === "Gitea" ? 409 : 422,
            body: {
              message: "Validation Failed",
              errors: [{ message: `A pull request already exists for team:${given.head}.` }],
            },
          };
        }
        const created = {
          ...{ number: store.next(), author: store.self, isOpen: true },
          ...{ title: given.title, text: given.body, branch: given.head, base: given.base },
        };
        store.issues.push(created);
        return { status: 201, body: pullOf(created) };
      }
      default:
        return undefined;
    }
  };
