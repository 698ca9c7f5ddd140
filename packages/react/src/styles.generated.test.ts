// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The files of `styles/` in the order in which they count. */
const parts = [
  'tokens',
  'reset',
  'page',
  'sign-in',
  'confirmation',
  'tabs',
  'form',
  'button',
  'waiting',
  'text',
  'user-button',
  'alert',
  'account-settings',
  'second-factor',
  'image-editor',
  'sessions',
  'account-settings-widths',
  'circumstances',
]

const header = `/* biome-ignore-all lint/style/noDescendingSpecificity: the rules of one component stand together */

/*
 * Joined from the files of the folder styles; change those.
 *
 * Everything Latchkey renders stands inside an element of the class \`latchkey-scope\`.
 *
 * 1. Tokens: the one place where the public theme variables (\`--lk-theme-*\`) meet our own names.
 * 2. Reset: our elements (class \`lk-…\`) start from nothing, so that the host's rules do not leak in.
 *    What the host renders inside our components has no such class and is left alone.
 * 3. Components.
 */

`

const css = header + join(parts.map((name) => readFileSync(new URL(`styles/${name}.css`, import.meta.url), 'utf8')))

// `vitest run -u styles` writes both anew after a change in styles/.
test('styles.css holds every file of styles', async () => {
  expect(readdirSync(new URL('styles', import.meta.url)).sort()).toEqual(parts.map((name) => `${name}.css`).sort())
  await expect(css).toMatchFileSnapshot('./styles.css')
})

test('styles.generated.ts holds styles.css', async () => {
  const minified = minify(css)
  const literal = minified.replaceAll('\\', '\\\\')
  expect(minified).not.toContain("'")
  await expect(
    `/** styles.css, minified by styles.generated.test.ts. */\nexport const styles =\n  '${literal}'\n`,
  ).toMatchFileSnapshot('./styles.generated.ts')
})

/** Every file has the scope around it, which is needed once. */
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
