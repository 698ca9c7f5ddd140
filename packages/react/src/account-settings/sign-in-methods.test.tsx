import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { totpOf } from '../testing/authenticator-app.test.ts'
import { cancelled, passkey, passkeyOptions, startAuthenticator } from '../testing/passkeys.test.tsx'
import { type Answer, ada, listOf, recoveryCodes, renderApp, type WireOptions } from '../testing/wire.test.tsx'
import { AccountSettings } from './account-settings.tsx'

async function renderSection(title: string, options: WireOptions) {
  const at = '/handler/account-settings#auth'
  const view = renderApp(<AccountSettings fullPage />, { isSignedIn: true, at, ...options })
  await screen.findByText('Email addresses')
  return { ...view, section: within(screen.getByRole('region', { name: title })) }
}

test('sign-in methods are listed in order, without those that the project has disabled', async () => {
  const sections = () => screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)
  const on = { passkey_enabled: true, magic_link_enabled: true }
  const { unmount } = await renderSection('Two-factor authentication', { config: on })
  expect(sections()).toEqual(['Email addresses', 'Password', 'Passkeys', 'Magic link', 'Two-factor authentication'])
  unmount()
  await renderSection('Two-factor authentication', { config: { credential_enabled: false } })
  expect(sections()).toEqual(['Email addresses', 'Two-factor authentication'])
})

describe('passkeys', () => {
  const config = { passkey_enabled: true }
  const register = 'POST /auth/passkey/register'
  const passkeyOf = (id: string, more: object = {}) => ({
    id,
    user_id: ada.id,
    name: null as string | null,
    device_name: 'iCloud Keychain' as string | null,
    created_at_millis: Date.UTC(2026, 0, 5, 12),
    last_used_at_millis: null,
    ...more,
  })

  /** The server, with these passkeys. */
  function keep(...passkeys: ReturnType<typeof passkeyOf>[]): WireOptions {
    return {
      config,
      user: { passkey_auth_enabled: true },
      respond({ route, body }) {
        const id = route.split('/').at(-1)
        const index = passkeys.findIndex((each) => each.id === id)
        if (route === 'GET /passkeys') return { body: listOf(...passkeys) }
        if (route.startsWith('PATCH /passkeys')) return { body: Object.assign(passkeys[index]!, body) }
        if (!route.startsWith('DELETE /passkeys')) return passkeyOptions(route)
        passkeys.splice(index, 1)
        return { body: { success: true } }
      },
    }
  }

  test('are shown after one is added', async () => {
    startAuthenticator({ create: passkey })
    const user = { ...ada }
    const { section, sent } = await renderSection('Passkeys', {
      config,
      respond({ route }) {
        if (route === 'GET /users/me') return { body: { ...user } }
        if (route === 'GET /passkeys') return { body: listOf(passkeyOf('1')) }
        if (route !== register) return passkeyOptions(route)
        user.passkey_auth_enabled = true
        return { body: { user_handle: 'AQID' } }
      },
    })
    await userEvent.click(section.getByRole('button', { name: 'Add a passkey' }))
    expect(await screen.findByText('iCloud Keychain')).toBeTruthy()
    expect(sent(register)[0]?.body).toMatchObject({ code: 'challenge-code', credential: { id: 'AQID' } })
  })

  test.each<[string, () => Promise<unknown>, Answer, string, string | undefined]>([
    ['somebody cancels', cancelled, {}, 'No passkey was added.', undefined],
    [
      'the device refuses',
      async () => Promise.reject(new DOMException('No.', 'NotSupportedError')),
      {},
      "This device can't add a passkey.",
      'error',
    ],
    [
      'the device has one',
      async () => Promise.reject(new DOMException('No.', 'InvalidStateError')),
      {},
      'This device already has a passkey for your account.',
      undefined,
    ],
    [
      'the server rejects it',
      passkey,
      { error: 'PASSKEY_REGISTRATION_FAILED' },
      "This device can't add a passkey.",
      'error',
    ],
  ])('are not added when %s, with a message', async (_, create, answer, message, kind) => {
    startAuthenticator({ create })
    const { section } = await renderSection('Passkeys', {
      config,
      respond: ({ route }) => (route === register ? answer : passkeyOptions(route)),
    })
    await userEvent.click(section.getByRole('button', { name: 'Add a passkey' }))
    expect((await section.findByText(message)).dataset.kind).toBe(kind)
    expect(section.getByRole('button', { name: 'Add a passkey' })).toBeTruthy()
  })

  test('require a verified email', async () => {
    const { section } = await renderSection('Passkeys', { config, user: { primary_email_verified: false } })
    expect(section.getByText('Verify your email before you add a passkey.')).toBeTruthy()
    expect(section.queryByRole('button')).toBe(null)
  })

  test('have a name, a device, a date and their last use', async () => {
    const twoHoursAgo = Date.now() - 7_200_000
    const { section } = await renderSection(
      'Passkeys',
      keep(
        passkeyOf('1', { name: 'Work laptop', last_used_at_millis: twoHoursAgo }),
        passkeyOf('2', { device_name: null }),
      ),
    )
    const [first, second] = section.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(first).toContain('iCloud KeychainCreated Jan 5, 2026Last used 2 hours ago')
    expect(first).toContain('Work laptop')
    expect(second).toContain('Created Jan 5, 2026Never used')
  })

  test('are renamed, and an empty name gives back that of the device', async () => {
    const { section, sent } = await renderSection('Passkeys', keep(passkeyOf('1')))
    const rename = async (name: string) => {
      await userEvent.click(section.getByRole('button', { name: /^Actions for/ }))
      await userEvent.click(screen.getByRole('menuitem', { name: 'Rename' }))
      await userEvent.clear(section.getByLabelText('Passkey name'))
      await userEvent.type(section.getByLabelText('Passkey name'), `${name}{Enter}`)
    }
    await rename('Work laptop')
    expect(await section.findByText('Work laptop')).toBeTruthy()
    await rename('')
    await waitFor(() => expect(section.queryByText('Work laptop')).toBe(null))
    expect(sent('PATCH /passkeys/me/1').map(({ body }) => body)).toEqual([{ name: 'Work laptop' }, { name: null }])
  })

  test('are removed one by one, after a confirmation', async () => {
    const { section, sent } = await renderSection('Passkeys', keep(passkeyOf('1', { name: 'Phone' }), passkeyOf('2')))
    await userEvent.click(section.getByRole('button', { name: 'Actions for Phone' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Remove' }))
    expect(section.getByText("Remove “Phone”? You won't be able to sign in with it anymore.")).toBeTruthy()
    expect(sent('DELETE /passkeys/me/1')).toHaveLength(0)
    await userEvent.click(section.getByRole('button', { name: 'Yes, remove it' }))
    await waitFor(() => expect(section.getAllByRole('listitem')).toHaveLength(1))
    expect(sent('DELETE /passkeys/me/1')).toHaveLength(1)
  })

  test('are limited', async () => {
    const { section } = await renderSection(
      'Passkeys',
      keep(...Array.from({ length: 20 }, (_, index) => passkeyOf(`${index}`))),
    )
    expect(section.getByText('You can have up to 20 passkeys. Remove one before you add another.')).toBeTruthy()
    expect(section.queryByRole('button', { name: 'Add a passkey' })).toBe(null)
  })

  test.each<[string, WireOptions, boolean]>([
    ['nothing else', { user: { has_password: false } }, true],
    ['a password', {}, false],
    ['a password that the project has disabled', { config: { credential_enabled: false } }, true],
    [
      'magic links',
      { user: { has_password: false, otp_auth_enabled: true }, config: { magic_link_enabled: true } },
      false,
    ],
    [
      'a linked account',
      {
        user: { has_password: false, oauth_providers: [{ id: 'github', account_id: '1', email: null }] },
        config: { enabled_oauth_providers: [{ id: 'github' }] },
      },
      false,
    ],
  ])('with %s, the last one is the only sign-in method: %s', async (_, options, isOnly) => {
    const { section } = await renderSection('Passkeys', {
      ...keep(passkeyOf('1')),
      config: { ...config, ...options.config },
      user: { passkey_auth_enabled: true, ...options.user },
    })
    await userEvent.click(section.getByRole('button', { name: 'Actions for iCloud Keychain' }))
    const refusal = "It's your only sign-in method, so it can't be removed."
    expect(!!screen.queryByText(refusal)).toBe(isOnly)
  })
})

test('a passkey becomes a second step, and stops being one after a confirmation', async () => {
  const { section, sent } = await renderSection('Passkey as a second step', { user: { passkey_auth_enabled: true } })
  await userEvent.click(section.getByRole('button', { name: 'Turn on' }))
  await userEvent.click(await section.findByRole('checkbox', { name: "I've saved these codes." }))
  await userEvent.click(section.getByRole('button', { name: 'Done' }))
  expect(sent('POST /auth/recovery-codes')).toHaveLength(1)
  await userEvent.click(await section.findByRole('button', { name: 'Turn off' }))
  await userEvent.click(section.getByRole('button', { name: 'Yes, turn it off' }))
  expect(await section.findByRole('button', { name: 'Turn on' })).toBeTruthy()
  expect(sent('PATCH /users/me').map(({ body }) => body)).toEqual([
    { passkey_mfa_enabled: true },
    { passkey_mfa_enabled: false },
  ])
})

describe('the magic link', () => {
  const config = { magic_link_enabled: true }

  test('is turned on directly, and off after a confirmation', async () => {
    const { section, sent } = await renderSection('Magic link', { config })
    await userEvent.click(section.getByRole('button', { name: 'Turn on' }))
    expect(await section.findByText('You can sign in by email.')).toBeTruthy()
    await userEvent.click(section.getByRole('button', { name: 'Turn off' }))
    await userEvent.click(section.getByRole('button', { name: 'Cancel' }))
    expect(sent('PATCH /users/me')).toHaveLength(1)
    await userEvent.click(section.getByRole('button', { name: 'Turn off' }))
    await userEvent.click(section.getByRole('button', { name: 'Yes, turn it off' }))
    expect(await section.findByRole('button', { name: 'Turn on' })).toBeTruthy()
    expect(sent('PATCH /users/me').map(({ body }) => body)).toEqual([
      { otp_auth_enabled: true },
      { otp_auth_enabled: false },
    ])
  })

  test('requires a verified email', async () => {
    const { section } = await renderSection('Magic link', { config, user: { primary_email_verified: false } })
    expect(section.getByText('Verify your email before you turn this on.')).toBeTruthy()
  })

  test('stays on if it is the only sign-in method', async () => {
    const { section } = await renderSection('Magic link', {
      config,
      user: { has_password: false, otp_auth_enabled: true },
    })
    expect(section.getByText("It's your only sign-in method, so it can't be turned off.")).toBeTruthy()
    expect(section.queryByRole('button')).toBe(null)
  })
})

type Section = Awaited<ReturnType<typeof renderSection>>['section']

/** Says that the codes are saved, without which they cannot be closed. */
async function saveCodes(section: Section) {
  const shown = await section.findAllByText(/^C0DE-/)
  expect(shown.map(({ textContent }) => textContent)).toEqual(recoveryCodes)
  await userEvent.click(section.getByRole('button', { name: 'Done' }))
  expect(section.getByText(recoveryCodes[0]!)).toBeTruthy()
  await userEvent.click(section.getByRole('checkbox', { name: "I've saved these codes." }))
  await userEvent.click(section.getByRole('button', { name: 'Done' }))
}

describe('recovery codes', () => {
  const create = 'POST /auth/recovery-codes'
  const render = async (status: object, options: WireOptions = {}) => {
    const view = await renderSection('Two-factor authentication', {
      user: { requires_totp_mfa: true },
      ...options,
      respond: (request) =>
        options.respond?.(request) ?? (request.route === 'GET /auth/recovery-codes' ? { body: status } : undefined),
    })
    await screen.findByRole('button', { name: /^Create (new )?codes$/ })
    return { ...view, section: within(screen.getByRole('region', { name: 'Recovery codes' })) }
  }

  test('exist only with a second factor', async () => {
    const { sent } = await renderSection('Two-factor authentication', {})
    expect(screen.queryByRole('region', { name: 'Recovery codes' })).toBe(null)
    expect(sent('GET /auth/recovery-codes')).toHaveLength(0)
  })

  test.each([
    [10, false],
    [3, false],
    [2, true],
    [0, true],
  ])('of which %d are left warn: %s', async (remaining, isWarning) => {
    const { section } = await render({ remaining, created_at_millis: 0 })
    expect(await section.findByText(`Unused codes: ${remaining}`)).toBeTruthy()
    expect(!!section.queryByText(remaining > 0 ? 'Almost used up' : 'Used up')).toBe(isWarning)
  })

  test('are created at once if there are none, and kept by copying and downloading them', async () => {
    const { section, sent } = await render({ remaining: 0, created_at_millis: null })
    const user = userEvent.setup()
    const files: Blob[] = []
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}` }))
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    await user.click(await section.findByRole('button', { name: 'Create codes' }))
    await user.click(await section.findByRole('button', { name: 'Copy' }))
    expect(await section.findByText('Copied')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe(recoveryCodes.join('\n'))
    await user.click(section.getByRole('button', { name: 'Download' }))
    expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe('Fieldnotes Recovery codes.txt')
    const text = await files[0]!.text()
    for (const part of ['Fieldnotes', ada.primary_email, String(new Date().getFullYear()), ...recoveryCodes]) {
      expect(text).toContain(part)
    }
    expect(sent(create)).toHaveLength(1)
  })

  test('are printed without the page around them', async () => {
    // Says that it cannot print.
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { section } = await render({ remaining: 0, created_at_millis: null })
    await userEvent.click(await section.findByRole('button', { name: 'Create codes' }))
    await userEvent.click(await section.findByRole('button', { name: 'Print' }))
    const frame = document.querySelector('iframe')!
    expect(frame.title).toBe('Fieldnotes: Recovery codes')
    const page = frame.contentDocument!
    await waitFor(() => expect(page.body.textContent).toContain(recoveryCodes.join('\n')))
    frame.remove()
  })

  test('are replaced after a question, and counted again', async () => {
    const status = { remaining: 1, created_at_millis: 0 }
    const { section, sent } = await render(status)
    await userEvent.click(await section.findByRole('button', { name: 'Create new codes' }))
    expect(sent(create)).toHaveLength(0)
    status.remaining = 10
    await userEvent.click(section.getByRole('button', { name: 'Yes, create new codes' }))
    await saveCodes(section)
    expect(await section.findByText('Unused codes: 10')).toBeTruthy()
  })

  test('that could not be created after the second factor was set up are missed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { section } = await render(
      { remaining: 0, created_at_millis: null },
      { respond: ({ route }) => (route === create ? { status: 500 } : undefined) },
    )
    await userEvent.click(await section.findByRole('button', { name: 'Create codes' }))
    expect(await screen.findByText("That didn't work. Please try again.")).toBeTruthy()
    expect(section.getByText("You have none. If you lose your phone, you can't sign in anymore.")).toBeTruthy()
  })

  test('that cannot be counted leave the rest of the page alone', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const respond: WireOptions['respond'] = ({ route }) =>
      route === 'GET /auth/recovery-codes' ? { status: 500 } : undefined
    const { section } = await renderSection('Two-factor authentication', { user: { requires_totp_mfa: true }, respond })
    expect(await screen.findByText("That didn't work. Please try again.")).toBeTruthy()
    expect(section.getByRole('button', { name: 'Turn off' })).toBeTruthy()
  })
})

describe('the second factor', () => {
  async function setUp(options: WireOptions = {}) {
    // An update of the user sends the secret.
    const user = { ...ada }
    const view = await renderSection('Two-factor authentication', {
      ...options,
      respond(request) {
        const answer = options.respond?.(request)
        if (answer || !/^(GET|PATCH) \/users\/me$/.test(request.route)) return answer
        if (request.route.startsWith('PATCH')) user.requires_totp_mfa = request.body.totp_secret_base64 !== null
        return { body: { ...user } }
      },
    })
    await userEvent.click(view.section.getByRole('button', { name: 'Set up' }))
    const key = view.section.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent!
    return { ...view, key, input: view.section.getByLabelText<HTMLInputElement>('Code') }
  }

  test('is set up with the code of the app, and turned off again', async () => {
    const { section, sent, key, input } = await setUp()
    expect(await section.findByRole('img', { name: 'QR code for your authenticator app' })).toBeTruthy()
    expect(document.activeElement).toBe(input)
    await userEvent.type(input, totpOf(key))
    await saveCodes(section)
    const switchOff = await section.findByRole('button', { name: 'Turn off' })
    const secret = sent('PATCH /users/me')[0]?.body.totp_secret_base64 as string
    expect(Buffer.from(secret, 'base64')).toHaveLength(20)
    await userEvent.click(switchOff)
    expect(sent('PATCH /users/me')).toHaveLength(1)
    await userEvent.click(section.getByRole('button', { name: 'Yes, turn it off' }))
    await waitFor(() => expect(sent('PATCH /users/me')[1]?.body).toEqual({ totp_secret_base64: null }))
    expect(await section.findByRole('button', { name: 'Set up' })).toBeTruthy()
  })

  const required = (required_from_millis: number | null) => ({
    second_factor_requirement: { required_by: 'team', display_name: 'Engines', required_from_millis },
  })

  test('cannot be turned off while it is required', async () => {
    const user = { requires_totp_mfa: true, ...required(null) }
    const { section } = await renderSection('Two-factor authentication', { user })
    expect(section.getByText("Engines requires it, so it can't be turned off.")).toBeTruthy()
    expect(section.queryByRole('button')).toBe(null)
  })

  test.each([
    false,
    true,
  ])('as a passkey stays while nothing else is left: authenticator app %s', async (requires_totp_mfa) => {
    const user = { requires_totp_mfa, passkey_auth_enabled: true, passkey_mfa_enabled: true, ...required(null) }
    const { section } = await renderSection('Passkey as a second step', { user })
    expect(!!section.queryByRole('button', { name: 'Turn off' })).toBe(requires_totp_mfa)
    const reason = "Engines requires it, so it can't be turned off."
    expect(screen.queryAllByText(reason)).toHaveLength(requires_totp_mfa ? 0 : 1)
    const app = within(screen.getByRole('region', { name: 'Two-factor authentication' }))
    expect(app.getByRole('button', { name: requires_totp_mfa ? 'Turn off' : 'Set up' })).toBeTruthy()
  })

  test('says from when on it is required', async () => {
    const { section } = await renderSection('Two-factor authentication', { user: required(4_000_000_000_000) })
    expect(section.getByText(/^From Oct 2, 2096 on, Engines requires two-factor authentication\.$/)).toBeTruthy()
    expect(section.getByRole('button', { name: 'Set up' })).toBeTruthy()
  })

  test('a wrong code is not saved', async () => {
    const { section, sent, key, input } = await setUp()
    const right = totpOf(key)
    await userEvent.type(
      input,
      right.replace(/^./, (digit) => `${(Number(digit) + 1) % 10}`),
    )
    expect(await section.findByText('Wrong code. Enter the one your app shows now.')).toBeTruthy()
    expect(sent('PATCH /users/me')).toHaveLength(0)
  })

  test('a failed save is reported and can be retried', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    let isBroken = true
    const { section, key, input } = await setUp({
      respond: ({ route }) => (isBroken && route === 'PATCH /users/me' ? { status: 500 } : undefined),
    })
    await userEvent.type(input, totpOf(key))
    await section.findByText("That didn't work. Please try again.")
    isBroken = false
    await userEvent.type(input, totpOf(key))
    await saveCodes(section)
    expect(await section.findByRole('button', { name: 'Turn off' })).toBeTruthy()
  })

  test('cancelling discards the secret', async () => {
    const { section, key } = await setUp()
    await userEvent.click(section.getByRole('button', { name: 'Cancel' }))
    await userEvent.click(section.getByRole('button', { name: 'Set up' }))
    expect(section.queryByText(key)).toBe(null)
  })
})
