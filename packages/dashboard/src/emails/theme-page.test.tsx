import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import ThemePage from './theme-page.tsx'

const colors = {
  background: '#fbfaf8',
  card: '#ffffff',
  text: '#15171b',
  muted: '#6b6760',
  border: '#e7e4de',
  link: '#8a5a12',
}
const document = { colors, font: 'system', width: 480, radius: 10, header: 'logo-and-name' }

async function openTheme({ allowsOwnText = true } = {}) {
  const saves: unknown[] = []
  const renders: unknown[] = []
  await openPage({
    route: 'emails/themes/$themeId',
    url: 'emails/themes/light',
    Page: ThemePage,
    project: { owner_role: 'owner', config: { email_theme: 'light' } as never },
    answers: {
      'GET /internal/email-themes': () => ({ themes: [{ id: 'light', display_name: 'Light' }] }),
      'GET /internal/email-themes/light': () => ({ display_name: 'Light', tsx_source: '', document, revision: 4 }),
      'GET /internal/email-templates': () => ({ templates: [], revision: 4, allows_own_text: allowsOwnText }),
      'POST /emails/render-email': ({ body }) => {
        renders.push(body)
        return { html: '<p>Rendered</p>' }
      },
      'PATCH /internal/email-themes/light': ({ body }) => {
        saves.push(body)
        return { display_name: 'Light' }
      },
    },
  })
  return { saves, renders }
}

const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Save changes' }))
const change = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('previews unsaved changes of a theme', async () => {
  const { saves, renders } = await openTheme()
  await screen.findByLabelText('Links, light')
  change('Links, light', '#123456')
  await userEvent.click(screen.getByRole('switch', { name: 'Custom colors in dark mode' }))
  change('Background, dark', '#000000')
  change('Footer (optional)', '1 High Street')
  const next = {
    ...document,
    colors: { ...colors, link: '#123456' },
    darkColors: expect.objectContaining({ background: '#000000', text: '#f3f1ed' }),
    footer: '1 High Street',
  }
  await waitFor(() => expect(renders.at(-1)).toMatchObject({ theme_document: next }))
  await save()
  await waitFor(() => expect(saves).toEqual([{ document: next }]))
})

test('says before typing that the shared email server does not use own themes', async () => {
  await openTheme({ allowsOwnText: false })
  await screen.findByText(/only sends built-in emails/)
  expect(screen.queryByRole('button', { name: 'Send a test to me' })).toBeNull()
})

test('a theme whose width emails cannot have is not saved', async () => {
  const { saves } = await openTheme()
  await screen.findByLabelText('Width in pixels')
  change('Width in pixels', '4')
  await save()
  expect(screen.getByText('Enter a number from 320 to 800.')).toBeTruthy()
  change('Width in pixels', '600')
  await save()
  await waitFor(() => expect(saves).toEqual([{ document: { ...document, width: 600 } }]))
})
