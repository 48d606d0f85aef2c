import type { Open } from "./site";

/** A page as the reader's browser has it. */
interface Look {
  address: string;
  ids: string[];
  links: string[];
}

/** The page and its links, without those of the navigation, which each page has. */
const look = `({
  address: location.origin + location.pathname,
  ids: [...document.querySelectorAll("[id]")].map(({ id }) => id),
  links: [...document.querySelectorAll("a[href]")].map(({ href }) => href),
})`;

/** Finds links whose page or heading is missing, and pages that ask for more than the site has. */
export async function checkLinks(
  pages: readonly string[],
  open: Open,
): Promise<{ count: number; problems: string[] }> {
  const looks: Look[] = [];
  const problems: string[] = [];
  for (const file of pages) {
    const { page, incidents, close } = await open(file);
    looks.push(await page.evaluate<Look>(look));
    problems.push(...incidents.map((incident) => `${file}: ${incident}`));
    await close();
  }
  const known = new Map(looks.map(({ address, ids }) => [address, new Set(ids)]));
  const links = looks.flatMap(({ address, links: all }) =>
    [...new Set(all)].map((link) => ({ address, link })),
  );
  for (const { address, link } of links) {
    const fault = faultOf(link, address, known);
    if (fault !== undefined) problems.push(`${address}: ${link} ${fault}`);
  }
  return { count: links.length, problems };
}

function faultOf(
  link: string,
  from: string,
  known: ReadonlyMap<string, ReadonlySet<string>>,
): string | undefined {
  const { origin, protocol, hostname, pathname, hash } = new URL(link);
  if (origin !== new URL(from).origin)
    return protocol === "https:" && hostname.includes(".") ? undefined : "is no public address";
  if (/\/live\/[a-z]+\.html$/.test(pathname)) return undefined;
  const ids = known.get(`${origin}${pathname.replace(/\/$/, "/index.html")}`);
  if (ids === undefined) return "leads to no page";
  return hash === "" || ids.has(decodeURIComponent(hash.slice(1)))
    ? undefined
    : "leads to no heading";
}
