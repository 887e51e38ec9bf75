/**
 * Prints the bill of materials of `dist/` in CycloneDX's JSON: the packages that `dist/licenses.txt` lists, with the hashes
 * and licences of package-lock.json. `npm sbom` lists what is installed instead, which is more, and without development
 * dependencies less.
 *
 *     node scripts/sbom.ts > sbom.cdx.json
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly license?: string;
}

/** A line of `dist/licenses.txt` that begins a package. */
const HEADING = /^=== (\S+) (\S+)$/gm;

/** Builds the line of `dist/licenses.txt` that begins a package. */
export function headingOf(name: string, version: string): string {
  return `=== ${name} ${version}`;
}

/** Reads the packages that `dist/licenses.txt` lists. */
export function bundledPackages(licenses: string): { name: string; version: string }[] {
  return [...licenses.matchAll(HEADING)].map(([, name = '', version = '']) => ({ name, version }));
}

/** @throws if package-lock.json doesn't have the package in that version */
function componentOf(name: string, version: string, locked: Readonly<Record<string, Locked>>) {
  const places = Object.keys(locked).filter((place) => place.endsWith(`node_modules/${name}`));
  const found = places.map((place) => locked[place]).find((each) => each?.version === version);
  if (!found) throw new Error(`package-lock.json doesn't have ${name} ${version}, which is in dist/`);
  const { integrity = '', license } = found;
  const [algorithm = '', digest = ''] = integrity.split('-');
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    ...{ type: 'library', 'bom-ref': purl, name, version, purl },
    ...(license && { licenses: [{ expression: license }] }),
    ...(digest && {
      hashes: [
        { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') },
      ],
    }),
  };
}

/** Builds the bill of materials of the repository in `root`. */
export function sbom(root: string) {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const { name, version, license } = JSON.parse(read('package.json'));
  const { packages } = JSON.parse(read('package-lock.json'));
  const purl = `pkg:npm/${name}@${version}`;
  const component = { type: 'application', 'bom-ref': purl, name, version, purl };
  return {
    ...{
      $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
    },
    version: 1,
    metadata: { component: { ...component, licenses: [{ expression: license }] } },
    components: bundledPackages(read('dist/licenses.txt')).map((each) =>
      componentOf(each.name, each.version, packages),
    ),
  };
}

if (import.meta.main) console.log(JSON.stringify(sbom(path.resolve(import.meta.dirname, '..')), null, 2));
