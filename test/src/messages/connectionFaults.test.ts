import assert from "node:assert/strict";
import { adviceText } from "../../../provider/dist/messages/adviceText";
import { explainFault, isLasting } from "../../../provider/dist/messages/connectionFaults";

/** What people read about an error of Node.js or OpenSSL. */
const told = (cause: object, sent = false) => {
  const address = { setting: "baseUrl", place: "platform:baseUrl" };
  const { why, note, advice } = explainFault(cause, {
    host: "one.example.com:8443",
    address,
    sent,
  });
  return [why, [note, advice && adviceText(advice)].filter(Boolean).join(" ")].join(" | ");
};

describe("an error of a connection", () => {
  const lasting: [string, object, RegExp][] = [
    [
      "an authority that is not trusted",
      { code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE", message: "unable to verify the certificate" },
      /one\.example\.com:8443 is not trusted \(unable to verify the certificate\) .*NODE_EXTRA_CA_CERTS/,
    ],
    [
      "an expired certificate",
      { code: "CERT_HAS_EXPIRED" },
      /has expired .*ask the administrators/,
    ],
    ["a wrong clock", { code: "CERT_NOT_YET_VALID" }, /is not valid yet .*clock of this machine/],
    [
      "another host name",
      {
        code: "ERR_TLS_CERT_ALTNAME_INVALID",
        message: "Hostname/IP does not match certificate's altnames: Host: one.",
        reason: "Host: one.example.com. is not in the cert's altnames: DNS:two.example.com",
      },
      /is for another host name \(Host: one.*DNS:two\.example\.com\) .*host name in platform:baseUrl/,
    ],
    [
      "a server without TLS",
      {
        code: "ERR_SSL_WRONG_VERSION_NUMBER",
        message: "80:error:0A00010B:SSL routines:x.c:350:\n",
      },
      /^one\.example\.com:8443 does not speak TLS .*may expect http:\/\//,
    ],
    [
      "other versions of TLS",
      {
        code: "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION",
        message: "80:error:0A00042E:SSL routines:y.c:1601:SSL alert number 70\n",
        reason: "tlsv1 alert protocol version",
      },
      /no TLS connection .* is possible \(tlsv1 alert protocol version\) .*which TLS versions/,
    ],
  ];
  for (const [what, cause, said] of lasting) {
    it(`tells ${what} in words, and is not tried again`, () => {
      assert.match(told(cause), said);
      assert.match(told(cause), /Nothing was sent\./);
      assert.doesNotMatch(told(cause), /error:0A|\n/);
      assert.equal(isLasting(cause), true);
    });
  }

  const passing: [string, object, RegExp][] = [
    ["an unknown host", { code: "ENOTFOUND" }, /^the host name one\.example\.com was not found /],
    [
      "a closed port",
      { code: "ECONNREFUSED" },
      /nothing accepts connections at one\.example\.com:8443/,
    ],
    [
      "a silent host",
      { code: "UND_ERR_CONNECT_TIMEOUT" },
      /did not accept a connection in time .*VPN/,
    ],
    [
      "anything else",
      { code: "EHOSTDOWN", message: "host is down." },
      /^"host is down" .*can reach/,
    ],
    ["an error without words", { code: "EPIPE", message: "" }, /^"EPIPE" /],
  ];
  for (const [what, cause, said] of passing) {
    it(`tells ${what} in words, and is tried again`, () => {
      assert.match(told(cause), said);
      assert.equal(isLasting(cause), false);
    });
  }

  it("gives no advice about the address where the request was sent", () => {
    assert.equal(told({ message: "other side closed" }, true), '"other side closed" | ');
  });
});
