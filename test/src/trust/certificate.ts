import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";

interface Certificate {
  key: string;
  cert: string;
}

/** A certificate that nobody vouches for, for this machine alone, created again for each run. */
export const selfSigned = (from: Date, until: Date): Certificate => signed("test", from, until);

/** The authority of a company, and a certificate of it for this machine, both for a day. */
export function privateAuthority(): { authority: string; server: Certificate } {
  const [from, until] = [new Date(Date.now() - day), new Date(Date.now() + day)];
  const authority = signed("authority", from, until, "itself");
  return { authority: authority.cert, server: signed("test", from, until, authority) };
}
const day = 86_400_000;

function signed(
  subject: string,
  from: Date,
  until: Date,
  issuer?: Certificate | "itself",
): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const isIssued = typeof issuer === "object";
  const hosts = [
    der(0x87, Buffer.from([127, 0, 0, 1])),
    ...(isIssued ? [der(0x82, Buffer.from("localhost"))] : []),
  ];
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([isIssued ? 2 : 1])),
    ecdsaWithSha256,
    nameOf(isIssued ? "authority" : subject),
    sequence(time(from), time(until)),
    nameOf(subject),
    publicKey.export({ type: "spki", format: "der" }),
    der(
      0xa3,
      sequence(
        issuer === "itself"
          ? sequence(basicConstraints, isCritical, der(0x04, sequence(isCritical)))
          : sequence(alternativeName, der(0x04, sequence(...hosts))),
      ),
    ),
  );
  const key = isIssued ? createPrivateKey(issuer.key) : privateKey;
  const signature = Buffer.concat([Buffer.from([0]), sign("sha256", content, key)]);
  const whole = sequence(content, ecdsaWithSha256, der(0x03, signature));
  const lines = whole.toString("base64").replace(/.{64}(?=.)/g, "$&\n");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

const nameOf = (name: string): Buffer =>
  sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(name)))));

const commonName = Buffer.from("0603550403", "hex");
const alternativeName = Buffer.from("0603551d11", "hex");
const basicConstraints = Buffer.from("0603551d13", "hex");
/** The value true. */
const isCritical = Buffer.from("0101ff", "hex");
const ecdsaWithSha256 = Buffer.from("300a06082a8648ce3d040302", "hex");

/** A value in the encoding of certificates: its kind, its length and its bytes. */
function der(kind: number, bytes: Buffer): Buffer {
  const { length } = bytes;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([kind, ...size]), bytes]);
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function time(date: Date): Buffer {
  return der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]|\..*/g, "")}Z`));
}
