import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from "node:crypto";
import { Failure } from "../failure.js";

/** The variable with the passphrase of encrypted plans. */
export const passphraseVariable = "PLATFORM_PLAN_PASSPHRASE";

const cipher = "aes-256-gcm";
const [saltBytes, ivBytes, tagBytes] = [16, 12, 16];

/** The passphrase of the environment. */
export function passphraseOf(): string {
  const passphrase = process.env[passphraseVariable] ?? "";
  if (passphrase.length >= 12) return passphrase;
  throw new Failure(
    passphrase === ""
      ? `An encrypted plan needs ${passphraseVariable}, which is not set. Set it to a secret of your pipeline.`
      : `${passphraseVariable} is too short: it needs at least 12 characters.`,
  );
}

/** Whether this environment encrypts plans. An unencrypted plan then comes from elsewhere. */
export const hasPassphrase = (): boolean => (process.env[passphraseVariable] ?? "") !== "";

/** The metadata is not secret, but decryption fails if it was changed. */
export function encrypt(text: string, passphrase: string, metadata: string): Buffer {
  const [salt, iv] = [randomBytes(saltBytes), randomBytes(ivBytes)];
  const encryption = createCipheriv(cipher, keyOf(passphrase, salt), iv);
  encryption.setAAD(Buffer.from(metadata));
  const body = Buffer.concat([encryption.update(text, "utf8"), encryption.final()]);
  return Buffer.concat([salt, iv, encryption.getAuthTag(), body]);
}

export function decrypt(data: Buffer, passphrase: string, metadata: string): string {
  const tagAt = saltBytes + ivBytes;
  const bodyAt = tagAt + tagBytes;
  const [salt, iv] = [data.subarray(0, saltBytes), data.subarray(saltBytes, tagAt)];
  const [tag, body] = [data.subarray(tagAt, bodyAt), data.subarray(bodyAt)];
  try {
    const decryption = createDecipheriv(cipher, keyOf(passphrase, salt), iv, {
      authTagLength: tagBytes,
    });
    decryption.setAAD(Buffer.from(metadata)).setAuthTag(tag);
    return Buffer.concat([decryption.update(body), decryption.final()]).toString("utf8");
  } catch {
    throw new Failure(
      `The plan cannot be decrypted: ${passphraseVariable} has another value, or somebody changed the plan or its plan.json. Make a new plan.`,
    );
  }
}

const keyOf = (passphrase: string, salt: Buffer) =>
  scryptSync(passphrase, salt, 32, { N: 1 << 15, r: 8, p: 1, maxmem: 1 << 27 });
