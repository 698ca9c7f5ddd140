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

function renderPreset({ name, setups }: ConnectionPreset): string {
  const parts = setups.map(
    ({ type, steps }) => `### ${name}: ${protocols[type]}\n\n${steps.map(renderStep).join('\n')}\n`,
  )
  return `## ${name}\n\n${parts.join('\n')}`
}

const guide = `# Identity providers, step by step

For the administrator of a company whose people are to [sign in with its own provider](companies.md). The values of
each connection are on its page in the dashboard, next to the same steps, ready to copy.

Afterwards, test the sign-in there, prove the domain of the company with a TXT record, and turn the connection on.

${connectionPresets.map(renderPreset).join('\n')}`

test('the guide has the steps that the dashboard shows (npx vitest run --project contract presets --update)', async () => {
  await expect(guide).toMatchFileSnapshot('../../../docs/guide/identity-providers.md')
})

test('every step names what is on the screen in pairs of asterisks', () => {
  const steps = connectionPresets.flatMap(({ setups }) => setups.flatMap((setup) => setup.steps))
  expect(steps.filter(({ text }) => text.split('**').length % 2 === 0)).toEqual([])
})
