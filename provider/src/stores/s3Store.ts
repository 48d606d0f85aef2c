import { randomUUID } from "node:crypto";
import type * as Aws from "@aws-sdk/client-s3";
import type { Document, ListedDocument, NameUse, NewDocument, Written } from "./documents";
import { s3Location } from "../settings/journalAddress";
import { missingPackage, noConditions } from "./journalFailures";
import type { StoreWithoutRetries } from "./retryingDocuments";
import { isOldAge } from "./stores";

/** The time limit of a connection and of an answer. */
const answerMs = 5_000;
const connections = 64;
/** The conditions of a write do not hold. */
const failedConditions = [404, 412];

/**
 * Documents as objects in S3, or in a service with the same interface. The service has to obey `If-None-Match` and
 * `If-Match`. Few services obey them when they delete, so an empty object takes the place of a removed document whose
 * name is used again.
 */
export class S3Store implements StoreWithoutRetries {
  #connected?: Promise<{ aws: typeof Aws; client: Aws.S3Client }>;
  #probed?: Promise<void>;
  readonly #location;

  constructor(readonly address: string) {
    this.#location = s3Location(address);
  }

  async list(prefix: string): Promise<ListedDocument[]> {
    const { aws, client } = await this.#connect();
    const found: (ListedDocument & { isEmpty: boolean })[] = [];
    for (let next: string | undefined, isFirst = true; isFirst || next !== undefined;) {
      isFirst = false;
      const command = new aws.ListObjectsV2Command({
        Bucket: this.#location.bucket,
        Prefix: `${this.#location.prefix}${prefix}`,
        ContinuationToken: next,
      });
      let now = 0;
      command.middlewareStack.add(
        (call) => async (args) => {
          const answer = await call(args);
          const { headers } = answer.response as { headers: Record<string, string> };
          now = Date.parse(headers.date ?? "");
          return answer;
        },
        { step: "deserialize" },
      );
      const { Contents = [], NextContinuationToken } = await client.send(command);
      for (const { Key = "", ETag: version = "", LastModified, Size } of Contents) {
        const ageMs = now - (LastModified?.getTime() ?? now);
        found.push({ name: this.#nameOf(Key), version, ageMs, isEmpty: Size === 0 });
      }
      next = NextContinuationToken;
    }
    const isOld = ({ isEmpty, ageMs }: (typeof found)[number]) => isEmpty && isOldAge(ageMs);
    await Promise.all(found.filter(isOld).map(({ name, version }) => this.#delete(name, version)));
    return found.filter(({ isEmpty }) => !isEmpty);
  }

  async read(names: readonly string[]): Promise<Document[]> {
    const found = await Promise.all(names.map((name) => this.#read(name)));
    return found.filter((one) => one !== undefined);
  }

  async write(document: NewDocument): Promise<Written> {
    await (this.#probed ??= this.#probe().catch((error: unknown) => {
      this.#probed = undefined;
      throw error;
    }));
    const { name, mark, text, replaces } = document;
    const put = (version: string | undefined) => this.#put(name, `${mark}\n${text}`, version);
    const written = await put(replaces);
    if (written !== undefined || replaces !== undefined) return written ?? "changed";
    // The name can have had a document before.
    const before = await this.#object(name);
    return (before?.body === "" ? await put(before.version) : undefined) ?? "changed";
  }

  async remove(name: string, version: string, use: NameUse): Promise<boolean> {
    const emptied = await this.#put(name, "", version);
    if (emptied === undefined) return (await this.#read(name)) === undefined;
    if (use === "once") await this.#delete(name);
    return true;
  }

  isPassing(error: unknown): boolean {
    const status = statusOf(error);
    // S3 answers 400 when the request came too slowly.
    if ((error as Error).name === "RequestTimeout") return true;
    return status === undefined || status >= 500 || [408, 409, 429].includes(status);
  }

  async #read(name: string): Promise<Document | undefined> {
    const { body, version } = (await this.#object(name)) ?? { body: "", version: "" };
    const end = body.indexOf("\n");
    return body === ""
      ? undefined
      : { name, version, mark: body.slice(0, Math.max(0, end)), text: body.slice(end + 1) };
  }

  async #object(name: string): Promise<{ body: string; version: string } | undefined> {
    const { aws, client } = await this.#connect();
    try {
      const answer = await client.send(new aws.GetObjectCommand(this.#at(name)));
      return { body: (await answer.Body?.transformToString()) ?? "", version: answer.ETag ?? "" };
    } catch (error) {
      if (statusOf(error) === 404 && !isNoBucket(error)) return undefined;
      throw error;
    }
  }

  /** Writes a new object, or replaces a version of it; undefined if there is another version. */
  async #put(
    name: string,
    body: string,
    version: string | undefined,
  ): Promise<{ version: string } | undefined> {
    const { aws, client } = await this.#connect();
    const condition = version === undefined ? { IfNoneMatch: "*" } : { IfMatch: version };
    const Body = Buffer.from(body);
    const command = new aws.PutObjectCommand({
      ...{ ...this.#at(name), ...condition, Body, ContentLength: Body.length },
    });
    try {
      const { ETag = "" } = await client.send(command);
      return { version: ETag };
    } catch (error) {
      if (failedConditions.includes(statusOf(error) ?? 0) && !isNoBucket(error)) return undefined;
      throw error;
    }
  }

  /** Deletes an object; with a version, only if nobody wrote it again, as far as the service obeys that. */
  async #delete(name: string, version?: string): Promise<void> {
    const { aws, client } = await this.#connect();
    const command = new aws.DeleteObjectCommand({ ...this.#at(name), IfMatch: version });
    await client.send(command).catch((error: unknown) => {
      if (!failedConditions.includes(statusOf(error) ?? 0) || isNoBucket(error)) throw error;
    });
  }

  /** Fails if the service ignores conditions: two runs would overwrite each other. */
  async #probe(): Promise<void> {
    const name = `probe-${randomUUID()}`;
    const first = await this.#put(name, "1", undefined);
    const again = await this.#put(name, "2", undefined);
    const other = await this.#put(name, "3", '"00000000000000000000000000000000"');
    await this.#delete(name);
    if (first === undefined || again !== undefined || other !== undefined)
      throw noConditions(this.address);
  }

  #connect() {
    this.#connected ??= this.#load();
    return this.#connected;
  }

  async #load() {
    // Users can do nothing about the Node.js versions of later clients.
    process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
    const aws = await import("@aws-sdk/client-s3").catch((error: unknown) => {
      throw missingPackage("@aws-sdk/client-s3", this.address, error);
    });
    const { endpoint, region, profile, isPathStyle } = this.#location;
    const client = new aws.S3Client({
      region,
      profile,
      ...(endpoint !== undefined && { endpoint }),
      forcePathStyle: isPathStyle,
      // Older services refuse the checksums that the client adds.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      // The calls are repeated after a look at the lock.
      maxAttempts: 1,
      requestHandler: {
        connectionTimeout: answerMs,
        requestTimeout: answerMs,
        throwOnRequestTimeout: true,
        httpAgent: { maxSockets: connections },
        httpsAgent: { maxSockets: connections },
      },
    });
    return { aws, client };
  }

  #at(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.#location.bucket, Key: `${this.#location.prefix}${name}` };
  }

  #nameOf(key: string): string {
    return key.slice(this.#location.prefix.length);
  }
}

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

const isNoBucket = (error: unknown) => (error as Error).name === "NoSuchBucket";
