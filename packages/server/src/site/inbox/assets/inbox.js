/** The development inbox: the list follows the server live, the URL says which email is open. */
const element = (id) => document.getElementById(id)
const tabs = ['html', 'text', 'source']
let emails = []
let tab = 'html'
let asked = 0
let answered = 0
const rows = new Map()

const openId = () => location.hash.slice(1)
const timeOfDay = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const dayOfYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const languages = new Intl.DisplayNames(undefined, { type: 'language' })
const longTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

async function refresh() {
  asked += 1
  const question = asked
  const response = await fetch('/inbox/emails.json')
  const answer = await response.json()
  // Answers can overtake each other, and an older one knows less.
  if (question < answered) return
  answered = question
  emails = answer
  render()
}

/** The time today, and the day before that. */
function shortTime(date) {
  return (date.toDateString() === new Date().toDateString() ? timeOfDay : dayOfYear).format(date)
}

function findMatching() {
  const words = element('search').value.toLowerCase().split(/\s+/).filter(Boolean)
  return emails.filter((email) => {
    const content = [email.subject, email.from, ...email.to, email.text].join('\n').toLowerCase()
    return words.every((word) => content.includes(word))
  })
}

function render() {
  const matching = findMatching()
  element('empty').hidden = emails.length > 0
  element('no-match').hidden = emails.length === 0 || matching.length > 0
  element('clear').hidden = emails.length === 0
  renderList(matching)
  const email = emails.find((candidate) => candidate.id === openId())
  element('email').hidden = !email
  element('nothing').hidden = Boolean(email) || emails.length === 0
  document.body.classList.toggle('reading', Boolean(email))
  document.title = `${email ? email.subject : 'Inbox'} · Latchkey`
  if (email) renderEmail(email)
}

/** Rows stay while others come and go: a new row would lose the focus and the second half of a click. */
function renderList(emails) {
  const list = element('list')
  const ids = new Set(emails.map(({ id }) => id))
  for (const [id, row] of rows) {
    if (ids.has(id)) continue
    row.remove()
    rows.delete(id)
  }
  for (const [place, email] of emails.entries()) {
    const row = rows.get(email.id) ?? createRow(email)
    rows.set(email.id, row)
    if (list.children[place] !== row) list.insertBefore(row, list.children[place] ?? null)
    if (email.id === openId()) row.firstChild.setAttribute('aria-current', 'true')
    else row.firstChild.removeAttribute('aria-current')
  }
}

function createRow(email) {
  const row = document.createElement('li')
  const link = document.createElement('a')
  link.href = `#${email.id}`
  const subject = Object.assign(document.createElement('strong'), { textContent: email.subject })
  const time = Object.assign(document.createElement('time'), {
    textContent: shortTime(new Date(email.receivedAt)),
    title: longTime.format(new Date(email.receivedAt)),
    dateTime: email.receivedAt,
  })
  const to = Object.assign(document.createElement('span'), { textContent: email.to.join(', ') })
  link.append(subject, time, to)
  row.append(link)
  return row
}

function renderEmail(email) {
  element('subject').textContent = email.subject
  element('from').textContent = email.from
  element('to').textContent = email.to.join(', ')
  for (const id of ['language-term', 'language']) element(id).hidden = !email.locale
  if (email.locale) element('language').textContent = languages.of(email.locale)
  element('time').textContent = longTime.format(new Date(email.receivedAt))
  element('actions').hidden = !email.link && !email.code
  element('link').hidden = !email.link
  element('copy-link').hidden = !email.link
  if (email.link) element('link').href = email.link
  element('code').hidden = !email.code
  element('code-value').textContent = email.code ?? ''
  for (const name of tabs) element(`tab-${name}`).setAttribute('aria-selected', String(name === tab))
  renderPanel(email)
}

function renderPanel(email) {
  const panel = element('panel')
  const shown = `${email.id} ${tab}`
  if (panel.dataset.shown === shown) return
  panel.dataset.shown = shown
  panel.setAttribute('aria-labelledby', `tab-${tab}`)
  if (tab === 'html' && email.hasHtml) {
    // Emails can contain anything, so the frame runs no scripts and has no access to this page.
    const frame = document.createElement('iframe')
    frame.title = 'The email as its recipient sees it'
    frame.sandbox = 'allow-popups allow-popups-to-escape-sandbox'
    frame.src = `/inbox/emails/${email.id}/html`
    panel.replaceChildren(frame)
    return
  }
  const text = document.createElement('pre')
  text.tabIndex = 0
  text.textContent = tab === 'source' ? email.source : email.text
  panel.replaceChildren(text)
}

async function copy(button, text) {
  const isCopied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
  const label = button.firstChild
  button.dataset.label ??= label.data
  label.data = isCopied ? 'Copied' : 'Not allowed'
  element('said').textContent = label.data
  setTimeout(() => {
    label.data = button.dataset.label
    element('said').textContent = ''
  }, 1200)
}

for (const name of tabs) {
  element(`tab-${name}`).addEventListener('click', () => {
    tab = name
    render()
  })
}
element('copy-code').addEventListener('click', (event) => copy(event.currentTarget, element('code-value').textContent))
element('copy-link').addEventListener('click', (event) => copy(event.currentTarget, element('link').href))
element('search').addEventListener('input', render)
element('show-all').addEventListener('click', () => {
  element('search').value = ''
  element('search').focus()
  render()
})
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest?.('input') || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  element('search').focus()
})
element('back').addEventListener('click', () => {
  location.hash = ''
})
element('clear').addEventListener('click', () => fetch('/inbox/emails', { method: 'DELETE' }))
addEventListener('hashchange', render)

const events = new EventSource('/inbox/events')
events.addEventListener('open', () => {
  element('state').textContent = 'Live'
  element('state').classList.remove('away')
  refresh()
})
events.addEventListener('change', refresh)
events.addEventListener('error', () => {
  element('state').textContent = 'Waiting for the server …'
  element('state').classList.add('away')
})
