import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { type ConnectionPreset, connectionPresets, type PresetStep, type PresetValue } from './connection-presets.ts'

const protocols = { saml: 'SAML', oidc: 'OpenID Connect' } as const
const ours: Record<PresetValue, string> = {
  callback_url: 'the redirect URI of the connection',
  entity_id: 'the entity ID of the connection',
  acs_url: 'the ACS URL of the connection',
  metadata_url: 'the metadata URL of the connection',
}
const theirs = {
  metadata: 'the metadata',
  issuer: 'the issuer',
  client_id: 'the client ID',
  client_secret: 'the client secret',
} as const

function renderStep({ text, copy = [], enter = [] }: PresetStep, index: number): string {
  const values = copy.map(({ field, value }) => `   - **${field}**: ${ours[value]}`)
  const entered = new Intl.ListFormat('en').format(enter.map((field) => theirs[field]))
  return [
    `${index + 1}. ${text}`,
    ...values,
    ...(entered ? [`   - Then enter ${entered} in the connection.`] : []),
  ].join('\n')
}

const guideOf = ({ id }: ConnectionPreset) => readFile(new URL(`../../../docs/guide/${id}.md`, import.meta.url), 'utf8')

/** From its heading to the next one. */
const sectionOf = (guide: string, heading: string) =>
  guide.split(/^## /m).find((part) => part.startsWith(`${heading}\n`))

test.each(connectionPresets)('the guide to $name has the steps that the dashboard shows', async (preset) => {
  const guide = await guideOf(preset)
  for (const { type, steps } of preset.setups) {
    const heading = protocols[type]
    expect(sectionOf(guide, heading)).toBe(`${heading}\n\n${steps.map(renderStep).join('\n')}\n\n`)
  }
})

test.each(connectionPresets)('the guide to $name says what comes before the steps and after them', async (preset) => {
  const headings = [...(await guideOf(preset)).matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
  expect(headings).toEqual([
    'Before you begin',
    ...preset.setups.map(({ type }) => protocols[type]),
    'Test the sign-in',
    'Prove your domain',
    'Turn it on',
    'Add and remove people automatically',
  ])
})

test('every step names what is on the screen in pairs of asterisks', () => {
  const steps = connectionPresets.flatMap(({ setups }) => setups.flatMap((setup) => setup.steps))
  expect(steps.filter(({ text }) => text.split('**').length % 2 === 0)).toEqual([])
})
