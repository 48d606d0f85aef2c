import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { rmSync } from "node:fs";
import { examinePipeline } from "pulumi-platform-cli/dist/doctor/pipeline";
import { exitCodeOf, linesOf } from "pulumi-platform-cli/dist/doctor/report";
import { cliHere } from "./cliHere";
import { emptyFolder } from "./command";
import {
  environment,
  gitea,
  gitHub,
  gitLab,
  goodEnvironments,
  Pages,
  Refusal,
  rulesetOnly,
} from "./forge/forgeSettings";
import type { Answers } from "./forge/forgeSettings";
import { closedGitea, openGitea } from "./forge/openGitea";
import { closedGitHub, openGitHub } from "./forge/openGitHub";
import { openGitHubReviews } from "./forge/openGitHubReviews";
import { closedGitLab, openGitLab } from "./forge/openGitLab";

describe("doctor --pipeline", () => {
  let server: Server;
  let folder: string;
  let answers: Answers;
  let methods: Set<string | undefined>;
  before(async () => {
    folder = emptyFolder();
    server = createServer(({ method, url = "" }, response) => {
      methods.add(method);
      const { pathname, searchParams } = new URL(url, "http://forge");
      const path = pathname.replace(/^\/(api\/v[14]\/)?(repos\/team\/reports|projects\/7)/, "");
      const found = answers[path] ?? new Refusal(404);
      const answer = found instanceof Pages ? found.at(searchParams.get("page")) : found;
      const isRefused = answer instanceof Refusal;
      response.writeHead(isRefused ? answer.status : 200, { "Content-Type": "application/json" });
      response.end(JSON.stringify(isRefused ? { message: answer.message } : answer));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  after(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => (methods = new Set()));
  afterEach(() => assert.deepEqual([...methods], ["GET"]));

  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const forges = {
    GitHub: [gitHub, () => ({ GITHUB_REPOSITORY: "team/reports", GITHUB_API_URL: url() })],
    Gitea: [
      gitea,
      () => ({ GITHUB_REPOSITORY: "team/reports", GITHUB_API_URL: `${url()}/api/v1` }),
    ],
    GitLab: [
      gitLab,
      () => ({ CI_PROJECT_ID: "7", CI_API_V4_URL: `${url()}/api/v4`, GITLAB_TOKEN: "forge-token" }),
    ],
  } as const;
  const doctor = async (forge: keyof typeof forges, more: Answers = {}) => {
    const [good, env] = forges[forge];
    answers = { ...good, ...more };
    const group = await examinePipeline({ GITHUB_TOKEN: "forge-token", ...env() });
    const report = { groups: [group], operations: {} };
    const text = linesOf(report).join("\n");
    assert.doesNotMatch(text, /forge-token/);
    return { code: exitCodeOf(report), text };
  };

  it("is a command, which shows no token", async () => {
    answers = { ...gitHub, ...rulesetOnly };
    const settings = { GITHUB_TOKEN: "forge-token", ...forges.GitHub[1]() };
    const { code, out, err } = await cliHere(settings, folder, "doctor", "--pipeline");
    assert.equal(code, 0, err);
    assert.match(out, /Nothing found\./);
    assert.doesNotMatch(out + err, /forge-token/);
  });

  for (const forge of ["GitHub", "Gitea", "GitLab"] as const) {
    it(`finds nothing where ${forge} has all settings of the page`, async () => {
      const { code, text } = await doctor(forge);
      assert.match(text, /Nothing found\./);
      assert.equal(code, 0, text);
    });

    it(`says on ${forge} whatever the token may not read, and never that there is nothing`, async () => {
      for (const status of [403, 404]) {
        for (const path of Object.keys(forges[forge][0])) {
          if (status === 404 && path.startsWith("/contents/")) continue;
          const { code, text } = await doctor(forge, { [path]: new Refusal(status) });
          assert.equal(code, 2, `${path}: ${text}`);
          assert.match(text, /^Could not look:/m);
          assert.match(
            text,
            new RegExp(`answered ${status} "No"\\. .*[Gg]ive the token in \\w+ this right`),
          );
        }
      }
    });
  }

  const gaps = {
    GitHub: [...openGitHub, ...openGitHubReviews],
    Gitea: openGitea,
    GitLab: openGitLab,
  };
  const closed = { GitHub: closedGitHub, Gitea: closedGitea, GitLab: closedGitLab };
  for (const forge of ["GitHub", "Gitea", "GitLab"] as const) {
    for (const [title, more, check, said] of gaps[forge]) {
      it(`finds on ${forge}: ${title}`, async () => {
        const { code, text } = await doctor(forge, more);
        assert.equal(code, 1, text);
        const found = [...text.matchAll(/^\d+\. (.*)$/gm)].map(([, line]) => line);
        assert.deepEqual(found, [`${check}: ${said}.`]);
      });
    }

    for (const [title, more] of closed[forge]) {
      it(`finds nothing on ${forge}: ${title}`, async () => {
        const { code, text } = await doctor(forge, more);
        assert.equal(code, 0, text);
      });
    }
  }

  it("finds everything where nothing protects main", async () => {
    const { code, text } = await doctor("GitHub", {
      "/branches/main/protection": new Refusal(404, "Branch not protected"),
    });
    assert.equal(code, 1, text);
    assert.match(text, /^5 findings:/m);
    for (const forge of ["Gitea", "GitLab"] as const) {
      const list = forge === "Gitea" ? "/branch_protections" : "/protected_branches";
      const none = await doctor(forge, { [list]: [] });
      assert.match(none.text, forge === "Gitea" ? /^5 findings:/m : /^1 finding:/m);
    }
  });

  it("says that a token cannot see who bypasses a ruleset", async () => {
    const { code, text } = await doctor("GitHub", { ...rulesetOnly, "/rulesets/7": {} });
    assert.equal(code, 2, text);
    assert.match(text, /Could not read who can bypass ruleset 7/);
  });

  it("names the environments with and without an approval", async () => {
    const environments = [...goodEnvironments, environment("staging", [])];
    const { code, text } = await doctor("GitHub", {
      "/environments": { environments },
      "/environments/staging/deployment-branch-policies": { branch_policies: [{ name: "main" }] },
    });
    assert.equal(code, 0, text);
    assert.match(text, /dev; without: staging/);
  });
});
