// `npm run screenshots`: the screens that the browser tests pass, light and dark, on a phone and on a desktop. Open
// screenshots/index.html. Names after the command limit it to some test files: `npm run screenshots -- dashboard-users`.
// With `--docs`, it makes the pictures of the README and the guides again instead.

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromiumFlags } from '../e2e/chromium-flags.mjs'
import { build } from './build.mjs'
import { findOrInstallChromium } from './chromium.mjs'
import { runNode } from './run.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'screenshots')

/** In docs/images, each with its screen. */
const pictures = {
  dashboard: 'dashboard-overview',
  'sign-in': 'sign-in',
  users: 'dashboard-users',
  team: 'dashboard-team',
  'sign-in-methods': 'dashboard-sign-in-methods',
  provider: 'dashboard-sign-in-provider',
  branding: 'dashboard-branding',
  'api-keys': 'dashboard-api-keys',
  'email-template': 'dashboard-email-template',
  offer: 'dashboard-offer',
  customer: 'dashboard-customer',
  'data-vault': 'dashboard-data-vault',
  webhook: 'dashboard-webhook',
  server: 'dashboard-server',
}
const testsWithPictures = ['dashboard-filled', 'dashboard-server', 'accessibility']

const wanted = process.argv.slice(2)
const isForDocs = wanted.includes('--docs')
const chromiumPath = findOrInstallChromium()

await build()
rmSync(folder, { recursive: true, force: true })
const tests = isForDocs ? testsWithPictures : wanted
const isPassed = await runNode(['node_modules/vitest/vitest.mjs', 'run', '--project', 'e2e', ...tests], {
  cwd: root,
  env: { CHROMIUM_PATH: chromiumPath, LATCHKEY_SCREENSHOTS: folder },
})
if (!isPassed) {
  console.error('Some browser tests failed, so some pictures are missing: see above.')
  process.exitCode = 1
} else if (isForDocs) await takePictures()
else writeIndex()

async function takePictures() {
  // Playwright is a dependency of the browser tests.
  const { chromium } = createRequire(join(root, 'e2e/package.json'))('playwright-core')
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags })
  const page = await browser.newPage()
  for (const [name, screen] of Object.entries(pictures)) {
    const png = readFileSync(join(folder, `${screen}-1280-light.png`))
    writeFileSync(join(root, `docs/images/${name}.webp`), await toWebp(page, png))
    console.log(`docs/images/${name}.webp`)
  }
  await browser.close()
}

/** What is above the fold. The browser can encode it, so no library has to. */
async function toWebp(page, png) {
  const address = await page.evaluate(
    async (source) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const height = Math.min(image.height, (image.width * 800) / 1280)
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height })
      canvas.getContext('2d').drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', 0.8)
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  return Buffer.from(address.split(',')[1], 'base64')
}

function writeIndex() {
  const files = readdirSync(folder).sort()
  const figures = files.map((file) => `<figure><figcaption>${file}</figcaption><img src="${file}" alt=""></figure>`)
  const styles = `
body { display: grid; grid-template-columns: repeat(auto-fill, minmax(360px, 1fr)); gap: 16px; margin: 16px; background: #888; font: 12px sans-serif }
figure { margin: 0 } img { width: 100% }
`
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><title>Screenshots</title><style>${styles}</style>${figures.join('\n')}`,
  )
  console.log(`\n${files.length} pictures. Open screenshots/index.html`)
}
