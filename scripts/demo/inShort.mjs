/** The messages of an update or a preview, what Pulumi did, and the counts. Leaves out the progress and the outputs. */
export function inShort(output) {
  const { lines, counts } = partsOf(output);
  const [messages, done] = [[], []];
  let section = "";
  for (const line of lines) {
    if (/^\S/.test(line)) section = line;
    if (section !== "Diagnostics:") done.push(...(isDone.test(line) ? [line] : []));
    else if (line !== section && !/^ +pulumi:pulumi:Stack /.test(line)) messages.push(line.trim());
  }
  // The messages are above.
  return [...messages, ...done.map((line) => line.replace(/ \d+ messages?$/, "")), counts];
}

const isDone = /^ ?[-+~]{1,2} .* (created|updated|deleted|replaced)\b/;

/** The changes in `pulumi preview --diff`, the messages and the counts. A refresh shows a manual change a second time. */
export function changesIn(output) {
  const { lines, counts } = partsOf(output);
  let isShown = false;
  const shown = lines.filter((line) => {
    const [, operation] = /: \(([\w-]+)\)$/.exec(line) ?? [];
    if (operation !== undefined) isShown = !["refresh", "same"].includes(operation);
    else if (/^\S/.test(line)) isShown = !/^(Previewing|@)/.test(line);
    return isShown;
  });
  return [...shown, counts];
}

/** The lines that are not empty, and the counts at the end as one line. */
function partsOf(output) {
  const all = output
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "" && !line.startsWith("Duration:"));
  const end = all.lastIndexOf("Resources:");
  const isCount = (line) => /^ +[-+~=<>]* *\d+ [a-z]/.test(line);
  const last = all.slice(end + 1);
  // The engine can print a message after the counts.
  const lines = [...all.slice(0, end), ...last.filter((line) => !isCount(line))];
  const counts = last.filter(isCount).map((line) => line.trim());
  return { lines, counts: `${all[end]} ${counts.join(", ")}` };
}
