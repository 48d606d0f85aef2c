// Stands in for actions/checkout: clones from the forge with the token of the job.
import { execFileSync } from "node:child_process";
import process from "node:process";

const { env } = process;
const input = (name: string): string => env[`INPUT_${name.toUpperCase()}`] ?? "";
const git = (...args: string[]) => execFileSync("git", args, { stdio: "inherit" });

const { GITHUB_SERVER_URL = "", GITHUB_REPOSITORY = "", GITHUB_REF = "", GITHUB_SHA = "" } = env;
const login = Buffer.from(`x-access-token:${input("token")}`).toString("base64");
const header = [`http.${GITHUB_SERVER_URL}/.extraheader`, `AUTHORIZATION: basic ${login}`] as const;
git("init", "--quiet", ".");
git("remote", "add", "origin", `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}.git`);
git("config", "--local", ...header);
const depth = input("fetch-depth") === "0" ? [] : ["--depth=1"];
const branch = /^refs\/heads\/(.+)$/.exec(GITHUB_REF)?.[1];
// Gitea has no merge commit of a pull request: its runners get the last commit of the branch, as this does.
git("fetch", "--quiet", "--no-tags", ...depth, "origin", GITHUB_SHA);
if (branch === undefined) git("checkout", "--quiet", "--detach", GITHUB_SHA);
else git("checkout", "--quiet", "-B", branch, GITHUB_SHA);
if (input("persist-credentials") === "false") git("config", "--local", "--unset-all", header[0]);
