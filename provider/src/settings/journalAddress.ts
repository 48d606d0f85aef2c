/** Whether a journal is in a store that runners share, and not in a folder. */
export const isJournalAddress = (journal: string): boolean =>
  /^(postgres(ql)?|s3):\/\//i.test(journal);

export const isS3Address = (address: string): boolean => /^s3:/i.test(address);

/** What an address of S3 names. */
export function s3Location(address: string) {
  const { host: bucket, pathname, searchParams: asked } = new URL(address);
  const [folder, endpoint] = [pathname.replace(/^\/+|\/+$/g, ""), asked.get("endpoint")];
  const isSet = (name: string) => asked.get(name) === "true";
  const scheme = isSet("disableSSL") ? "http" : "https";
  return {
    bucket,
    /** Before the names of objects. */
    prefix: folder === "" ? "" : `${decodeURIComponent(folder)}/`,
    ...(endpoint !== null && {
      endpoint: endpoint.includes("://") ? endpoint : `${scheme}://${endpoint}`,
    }),
    region: asked.get("region") ?? undefined,
    profile: asked.get("profile") ?? undefined,
    isPathStyle: isSet("s3ForcePathStyle") || isSet("use_path_style"),
  };
}

/** The query parameters of `s3://`, as the state backend of Pulumi has them. */
const s3Parameters = [
  "endpoint",
  "region",
  "profile",
  "s3ForcePathStyle",
  "use_path_style",
  "disableSSL",
];

const forms =
  "must be the absolute path of a folder, or an address that begins with postgres:// or s3://, for example s3://my-bucket/journal?region=eu-central-1";

/** Why an address of a journal cannot be used; undefined if it can. Never quotes it, because it can have a password. */
export function problemOfAddress(journal: string): string | undefined {
  if (!isJournalAddress(journal) || !URL.canParse(journal)) return forms;
  const { protocol, host, username, password, searchParams } = new URL(journal);
  if (protocol !== "s3:") {
    const isSecret = password !== "" || searchParams.has("password");
    return isSecret
      ? "must not contain a password. Set PGPASSWORD, or use a password file (PGPASSFILE)"
      : undefined;
  }
  // The endpoint is an address too, and messages show it.
  const hasUser = username !== "" || password !== "" || searchParams.get("endpoint")?.includes("@");
  if (host === "" || hasUser)
    return "must name a bucket and no user, for example s3://my-bucket/journal?region=eu-central-1. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE";
  const unknown = [...searchParams.keys()].find((name) => !s3Parameters.includes(name));
  return unknown === undefined
    ? undefined
    : `has the unknown parameter "${unknown}". Known: ${s3Parameters.join(", ")}`;
}
