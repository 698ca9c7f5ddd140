// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const source = new URL('..', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, source), 'utf8')
const parts = [...read('styles.css').matchAll(/^@import "(.+)";$/gm)].map(([, path]) => path!)

test('styles.css imports every stylesheet in styles/', () => {
  const files = readdirSync(new URL('styles', source))
    .filter((name) => name.endsWith('.css'))
    .map((name) => `./styles/${name}`)
  expect([...parts].sort()).toEqual(files.sort())
})

// The sections after the first are separate chunks, because the sign-in page must stay small and does not use them.
const sections = read('styles.css').split(/\/\* (?:Menus, dialogs and .+|Account settings|Team connections): \*\//)
const partsOf = (section: string | undefined) => parts.filter((part) => section?.includes(part))
const files = {
  'styles.generated.ts': partsOf(sections[0]),
  'overlay-styles.generated.ts': partsOf(sections[1]),
  'account-settings-styles.generated.ts': partsOf(sections[2]),
  'team-connections-styles.generated.ts': partsOf(sections[3]),
}

// `vitest run --project react styles --update` regenerates them after a change in styles/.
test.each(Object.entries(files))('%s contains its part of styles.css', async (file, parts) => {
  const minified = minify(join(parts.map(read)))
  const literal = minified.replaceAll('\\', '\\\\')
  expect(minified).not.toContain("'")
  await expect(
    `/** Generated from styles.css by styles.generated.test.ts. */\nexport const styles =\n  '${literal}'\n`,
  ).toMatchFileSnapshot(`./${file}`)
})

/** Merges the scope that surrounds every file. */
function join(files: string[]): string {
  const scope = '.latchkey-scope:not(#\\#) {\n'
  return files
    .map((file) => file.replace(/^\/\* biome-ignore-all .*\n\n/, ''))
    .reduce((before, file) =>
      file.startsWith(scope) && before.endsWith('\n  }\n}\n')
        ? `${before.slice(0, -2)}\n${file.slice(scope.length)}`
        : `${before}\n${file}`,
    )
}

function minify(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/([\w-]): /g, '$1:')
    .replaceAll(';}', '}')
    .replace(/="([a-z-]+)"/g, '=$1')
    .replace(/([ (,:])0\./g, '$1.')
    .trim()
}
