// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// `vitest run -u styles` writes the module anew after a change of styles.css.
test('styles.generated.ts holds styles.css', async () => {
  const css = minify(readFileSync(new URL('styles.css', import.meta.url), 'utf8'))
  const literal = css.replaceAll('\\', '\\\\')
  expect(css).not.toContain("'")
  await expect(
    `/** styles.css, minified by styles.generated.test.ts. */\nexport const styles =\n  '${literal}'\n`,
  ).toMatchFileSnapshot('./styles.generated.ts')
})

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
