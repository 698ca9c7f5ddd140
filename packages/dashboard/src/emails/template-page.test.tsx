import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { Editor } from '@tiptap/core'
import { beforeEach, expect, test } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import TemplatePage from './template-page.tsx'

const text = (value: string, ...marks: object[]) => ({ type: 'text', text: value, ...(marks.length && { marks }) })
const variable = (name: string) => ({ type: 'variable', attrs: { name } })
const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
const content = (...blocks: object[]) => ({ type: 'doc', content: blocks })

const signIn = {
  id: '822687fe-8d0a-4467-a0d1-416b6e639478',
  kind: 'magic_link',
  display_name: 'Magic Link/OTP',
  tsx_source: 'export function EmailTemplate() { return <p>Hello</p> }',
}
const document = {
  subject: 'Sign in to {{projectDisplayName|our app}}',
  category: 'Transactional',
  content: content(
    { type: 'heading', attrs: { level: 1 }, content: [text('Hello')] },
    paragraph(text('Your code is '), variable('otp')),
    { type: 'button', attrs: { href: '{{magicLink}}' }, content: [text('Sign in')] },
  ),
}

// jsdom does no layout.
beforeEach(() => {
  const rect = { x: 0, y: 0, left: 0, right: 0, top: 0, bottom: 0, width: 0, height: 0, toJSON: () => ({}) }
  Range.prototype.getBoundingClientRect = () => rect
  Range.prototype.getClientRects = () => [rect] as unknown as DOMRectList
})

interface Setup {
  template?: object
  allowsOwnText?: boolean
  answers?: Parameters<typeof openPage>[0]['answers']
}

async function openTemplate({ template = { ...signIn, document }, allowsOwnText = true, answers }: Setup = {}) {
  let saved = template
  const saves: Record<string, unknown>[] = []
  const tests: unknown[] = []
  const { requests } = await openPage({
    route: 'emails/templates/$templateId',
    url: `emails/templates/${signIn.id}`,
    Page: TemplatePage,
    project: { owner_role: 'owner', config: { email_theme: 'light' } as never },
    answers: {
      'GET /internal/email-templates': () => ({ templates: [saved], revision: 4, allows_own_text: allowsOwnText }),
      'GET /internal/email-themes': () => ({ themes: [{ id: 'light', display_name: 'Light' }] }),
      'POST /emails/render-email': () => ({ html: '<p>Rendered</p>', subject: 'Rendered subject' }),
      'POST /internal/send-email-preview': ({ body }) => {
        tests.push(body)
        return { success: true }
      },
      [`PATCH /internal/email-templates/${signIn.id}`]: ({ body }) => {
        saves.push(body)
        const { document: next, ...rest } = { ...signIn, ...body } as { document?: object }
        saved = next ? { ...rest, document: next, is_changed: true } : { ...rest, is_changed: true }
        return { rendered_html: '' }
      },
      ...answers,
    },
  })
  return { saves, tests, requests }
}

const emailText = () => screen.findByRole('textbox', { name: 'Text of the email' })
/** The editor of a text, which jsdom cannot type into. */
const editorOf = (element: HTMLElement) => (element as HTMLElement & { editor: Editor }).editor
const save = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull())
}

test('shows a document with its variables as chips and saves only what was changed', async () => {
  const { saves } = await openTemplate()
  const box = await emailText()
  expect(box.querySelector('h2')!.textContent).toBe('Hello')
  expect(within(box).getByText('otp').className).toBe('email-variable')
  const subject = screen.getByRole('textbox', { name: 'Subject' })
  expect(within(subject).getByText('projectDisplayName').className).toBe('email-variable')
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()

  editorOf(box).commands.insertContentAt(1, 'Again: ')
  await save()
  const [heading, ...rest] = document.content.content
  expect(saves).toEqual([
    {
      document: {
        ...document,
        content: content({ ...heading, content: [text('Again: Hello')] }, ...rest),
      },
      theme_id: null,
    },
  ])
})

test('adds a language with the built-in text, edits it beside the main one, and removes it', async () => {
  const german = {
    ...document,
    subject: 'Anmelden',
    content: content(paragraph(text('Dein Code')), ...document.content.content),
  }
  const { saves, requests } = await openTemplate({
    answers: {
      'GET /internal/email-templates': ({ query }) => ({
        templates: [{ ...signIn, document, ...(query.locale === 'de-DE' && { default_document: german }) }],
        revision: 4,
        allows_own_text: true,
      }),
    },
  })
  await emailText()
  expect(screen.getByText(/Sent in 13 languages/)).toBeTruthy()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Add a language' }), 'German (Germany)')
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Subject' }).textContent).toBe('Anmelden'))
  expect(screen.getByText(/get the default or a similar language: Spanish/)).toBeTruthy()
  const isPreviewed = (request: string) => request.includes('render-email') && request.includes('"locale":"de-DE"')
  await waitFor(() => expect(requests.some(isPreviewed)).toBe(true))
  await save()
  const { category: _, ...translation } = german
  expect(saves).toEqual([{ document: { ...document, translations: { 'de-DE': translation } }, theme_id: null }])

  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: 'Language of the text' }),
    'English (United States), default',
  )
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Subject' }).textContent).toContain('Sign in to'))
})

test('undoing every change leaves nothing to save', async () => {
  const heading = { type: 'heading', attrs: { alignment: null, level: 1 }, content: [text('Hello')] }
  await openTemplate({ template: { ...signIn, document: { ...document, content: content(heading) } } })
  const box = await emailText()
  editorOf(box).commands.insertContentAt(1, 'Again: ')
  await screen.findByRole('button', { name: 'Save changes' })
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull())
})

test('inserts variables by menu, by toolbar and into the subject', async () => {
  const { saves } = await openTemplate({
    template: { ...signIn, document: { ...document, content: content(paragraph()) } },
  })
  const editor = editorOf(await emailText())
  editor.chain().focus('end').insertContent('Hi {{disp').run()
  const menu = await screen.findByRole('listbox', { name: 'Variables' })
  expect(
    within(menu)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Name of the useruserDisplayName', 'Name of the projectprojectDisplayName'])
  fireEvent.keyDown(editor.view.dom, { key: 'Enter' })
  expect(screen.queryByRole('listbox')).toBeNull()
  editor.commands.insertContent(', ')
  await userEvent.click(screen.getByRole('button', { name: 'Insert variable' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign-in code' }))
  await waitFor(() => expect(editor.getText()).toBe('Hi {{userDisplayName}}, {{otp}}'))

  const subject = editorOf(screen.getByRole('textbox', { name: 'Subject' }))
  subject.chain().focus('end').insertContent(' as {{userDis').run()
  await screen.findByRole('option', { name: /Name of the user/ })
  fireEvent.keyDown(subject.view.dom, { key: 'Enter' })
  await save()
  expect(saves[0]).toMatchObject({
    document: {
      subject: 'Sign in to {{projectDisplayName|our app}} as {{userDisplayName}}',
      content: content(paragraph(text('Hi '), variable('userDisplayName'), text(', '), variable('otp'))),
    },
  })
})

test('inserts blocks with the slash menu and edits them in the inspector', async () => {
  const { saves } = await openTemplate({
    template: { ...signIn, document: { ...document, content: content(paragraph()) } },
  })
  const editor = editorOf(await emailText())
  editor.chain().focus('end').insertContent('/butt').run()
  await screen.findByRole('option', { name: 'Button' })
  fireEvent.keyDown(editor.view.dom, { key: 'Enter' })
  const inspector = within(await screen.findByRole('region', { name: 'Button' }))
  expect(within(inspector.getByRole('textbox', { name: 'Link' })).getByText('magicLink')).toBeTruthy()
  await userEvent.click(inspector.getByRole('switch', { name: 'Quiet' }))
  await save()
  expect(saves[0]).toMatchObject({
    document: {
      content: {
        content: [{ type: 'button', attrs: { href: '{{magicLink}}', isQuiet: true }, content: [text('Open')] }],
      },
    },
  })
})

test('makes text small, and small text normal again', async () => {
  const small = { type: 'paragraph', attrs: { alignment: 'center', isSmall: true }, content: [text('Small')] }
  const normal = { type: 'paragraph', attrs: { alignment: 'center' }, content: [text('Normal')] }
  const { saves } = await openTemplate({
    template: { ...signIn, document: { ...document, content: content(small, normal) } },
  })
  const editor = editorOf(await emailText())
  const style = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Text style' })
  editor.commands.setTextSelection(2)
  await waitFor(async () => expect((await style()).value).toBe('small'))
  await userEvent.selectOptions(await style(), 'Text')
  editor.commands.setTextSelection(10)
  await waitFor(async () => expect((await style()).value).toBe('paragraph'))
  await userEvent.selectOptions(await style(), 'Small text')
  await waitFor(async () => expect((await style()).value).toBe('small'))
  await save()
  expect(saves[0]).toMatchObject({
    document: { content: content({ ...small, attrs: normal.attrs }, { ...normal, attrs: small.attrs }) },
  })
})

test('keeps only what emails can contain of pasted content', async () => {
  const { saves } = await openTemplate({
    template: { ...signIn, document: { ...document, content: content(paragraph()) } },
  })
  const box = await emailText()
  const html =
    '<style>p { color: red }</style><script>alert(1)</script><h2 style="color:red" onclick="alert(1)">Title</h2>' +
    '<p class="x">A <b>bold</b> <a href="javascript:alert(1)">trap</a> and ' +
    '<a href="https://example.com" target="_blank">link</a><img src="data:image/png;base64,AA=="></p><iframe src="/"></iframe>'
  editorOf(box).view.pasteHTML(html, new Event('paste') as ClipboardEvent)
  await save()
  expect(saves[0]).toMatchObject({
    document: {
      content: content(
        { type: 'heading', attrs: { level: 2 }, content: [text('Title')] },
        paragraph(
          text('A '),
          text('bold', { type: 'bold' }),
          text(' trap and '),
          text('link', { type: 'link', attrs: { href: 'https://example.com' } }),
        ),
      ),
    },
  })
})

test('warns about an email without its code or link, and saves none without a subject', async () => {
  const { saves } = await openTemplate({
    template: { ...signIn, document: { ...document, content: content(paragraph()) } },
  })
  expect((await screen.findByText(/This email needs/)).textContent).toContain('{{otp}} or {{magicLink}}')
  editorOf(screen.getByRole('textbox', { name: 'Subject' })).commands.clearContent(true)
  expect(await screen.findByText('Enter a subject.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  editorOf(screen.getByRole('textbox', { name: 'Subject' })).commands.insertContent('Hello')
  await save()
  expect(saves).toMatchObject([{ document: { subject: 'Hello' } }])
})

test('converts a visual template to code only after a confirmation', async () => {
  const { saves } = await openTemplate()
  await emailText()
  await userEvent.click(screen.getByRole('tab', { name: 'Code' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Convert to code…' }))
  expect(screen.getByText(/cannot be turned back into a visual template/)).toBeTruthy()
  expect(saves).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Convert to code' }))
  expect(await screen.findByText(/which the visual editor cannot show/)).toBeTruthy()
  expect(saves).toEqual([{ tsx_source: signIn.tsx_source, theme_id: null }])
  expect(screen.queryByRole('tab', { name: 'Visual' })).toBeNull()
})

test('resets an edited template to its default', async () => {
  let isReset = false
  await openTemplate({
    answers: {
      'GET /internal/email-templates': () => ({
        templates: [isReset ? { ...signIn, document } : { ...signIn, is_changed: true }],
        revision: 4,
        allows_own_text: true,
      }),
      [`POST /internal/email-templates/${signIn.id}/reset`]: () => {
        isReset = true
        return { success: true }
      },
    },
  })
  expect(await screen.findByText(/Reset it to edit it visually again/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Reset to default' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reset “Magic Link/OTP”?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Reset to default' }))
  expect((await emailText()).textContent).toContain('Hello')
  expect(screen.queryByRole('button', { name: 'Reset to default' })).toBeNull()
})

test('sends a test of what is on the screen, saved or not', async () => {
  const { tests } = await openTemplate()
  editorOf(await emailText()).commands.insertContentAt(1, 'Unsaved: ')
  await userEvent.click(screen.getByRole('button', { name: 'Send a test to me' }))
  expect(await screen.findByText('A test was sent to owner@example.com.')).toBeTruthy()
  expect(tests).toMatchObject([
    { recipient_email: 'owner@example.com', template_document: { subject: document.subject } },
  ])
  expect(JSON.stringify(tests)).toContain('Unsaved: Hello')
})

test('says before typing that the shared email server does not send own texts', async () => {
  await openTemplate({ allowsOwnText: false })
  expect((await screen.findByText(/only sends built-in emails/)).parentElement!.textContent).toContain(
    'Set up email server',
  )
  expect((await emailText()).getAttribute('contenteditable')).toBe('false')
  expect(screen.getByRole('textbox', { name: 'Subject' }).getAttribute('contenteditable')).toBe('false')
  expect(screen.queryByRole('toolbar')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Send a test to me' })).toBeNull()
})

test('shows a conflict between two versions of a text as text', async () => {
  const theirs = { ...document, subject: 'Their subject' }
  await openTemplate({
    answers: {
      [`PATCH /internal/email-templates/${signIn.id}`]: ({ body }) => {
        const path = `emails.templates.${signIn.id}.document`
        const conflict = {
          path,
          name: signIn.display_name,
          mine: body.document,
          theirs,
          changed_at_millis: 1,
          actor: null,
        }
        const details = { revision: 9, conflicts: [conflict] }
        const headers = { 'x-stack-known-error': 'SAVE_CONFLICT' }
        return Response.json({ code: 'SAVE_CONFLICT', error: '', details }, { status: 409, headers })
      },
    },
  })
  editorOf(await emailText()).commands.insertContentAt(1, 'Mine: ')
  await userEvent.click(await screen.findByRole('button', { name: 'Save changes' }))
  const field = within(await screen.findByRole('group', { name: 'Email template Magic Link/OTP: content' }))
  expect(field.getByLabelText(/Mine/).closest('label')!.textContent).toContain('# Mine: Hello')
  const their = field.getByLabelText(/Theirs/).closest('label')!.textContent
  expect(their).toContain('Subject: Their subject')
  expect(their).toContain('Your code is {{otp}}')
  expect(their).toContain('[Sign in] → {{magicLink}}')
})
