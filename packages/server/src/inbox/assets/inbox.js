/** The development inbox: the list follows the server live, the URL says which email is open. */
const element = (id) => document.getElementById(id)
const tabs = ['html', 'text', 'source']
let mails = []
let tab = 'html'
let asked = 0
let answered = 0
const rows = new Map()

const openId = () => location.hash.slice(1)
const timeOfDay = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const dayOfYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const longTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

async function refresh() {
  asked += 1
  const question = asked
  const response = await fetch('/inbox/mails.json')
  const answer = await response.json()
  // Answers can overtake each other, and an older one knows less.
  if (question < answered) return
  answered = question
  mails = answer
  render()
}

/** The time today, and the day before that. */
function shortTime(date) {
  return (date.toDateString() === new Date().toDateString() ? timeOfDay : dayOfYear).format(date)
}

function findMatching() {
  const words = element('search').value.toLowerCase().split(/\s+/).filter(Boolean)
  return mails.filter((mail) => {
    const content = [mail.subject, mail.from, ...mail.to, mail.text].join('\n').toLowerCase()
    return words.every((word) => content.includes(word))
  })
}

function render() {
  const matching = findMatching()
  element('empty').hidden = mails.length > 0
  element('no-match').hidden = mails.length === 0 || matching.length > 0
  element('clear').hidden = mails.length === 0
  renderList(matching)
  const mail = mails.find((candidate) => candidate.id === openId())
  element('mail').hidden = !mail
  element('nothing').hidden = Boolean(mail) || mails.length === 0
  document.body.classList.toggle('reading', Boolean(mail))
  document.title = `${mail ? mail.subject : 'Inbox'} · Latchkey`
  if (mail) renderMail(mail)
}

/** Rows stay while others come and go: a row made anew would not have the focus, nor the second half of a click. */
function renderList(mails) {
  const list = element('list')
  const ids = new Set(mails.map(({ id }) => id))
  for (const [id, row] of rows) {
    if (ids.has(id)) continue
    row.remove()
    rows.delete(id)
  }
  for (const [place, mail] of mails.entries()) {
    const row = rows.get(mail.id) ?? createRow(mail)
    rows.set(mail.id, row)
    if (list.children[place] !== row) list.insertBefore(row, list.children[place] ?? null)
    if (mail.id === openId()) row.firstChild.setAttribute('aria-current', 'true')
    else row.firstChild.removeAttribute('aria-current')
  }
}

function createRow(mail) {
  const row = document.createElement('li')
  const link = document.createElement('a')
  link.href = `#${mail.id}`
  const subject = Object.assign(document.createElement('strong'), { textContent: mail.subject })
  const time = Object.assign(document.createElement('time'), {
    textContent: shortTime(new Date(mail.receivedAt)),
    title: longTime.format(new Date(mail.receivedAt)),
    dateTime: mail.receivedAt,
  })
  const to = Object.assign(document.createElement('span'), { textContent: mail.to.join(', ') })
  link.append(subject, time, to)
  row.append(link)
  return row
}

function renderMail(mail) {
  element('subject').textContent = mail.subject
  element('from').textContent = mail.from
  element('to').textContent = mail.to.join(', ')
  element('time').textContent = longTime.format(new Date(mail.receivedAt))
  element('actions').hidden = !mail.link && !mail.code
  element('link').hidden = !mail.link
  element('copy-link').hidden = !mail.link
  if (mail.link) element('link').href = mail.link
  element('code').hidden = !mail.code
  element('code-value').textContent = mail.code ?? ''
  for (const name of tabs) element(`tab-${name}`).setAttribute('aria-selected', String(name === tab))
  renderPanel(mail)
}

function renderPanel(mail) {
  const panel = element('panel')
  const shown = `${mail.id} ${tab}`
  if (panel.dataset.shown === shown) return
  panel.dataset.shown = shown
  panel.setAttribute('aria-labelledby', `tab-${tab}`)
  if (tab === 'html' && mail.hasHtml) {
    // Mails may hold anything: the frame runs no scripts and knows nothing of this page.
    const frame = document.createElement('iframe')
    frame.title = 'The email as its recipient sees it'
    frame.sandbox = 'allow-popups allow-popups-to-escape-sandbox'
    frame.src = `/inbox/mails/${mail.id}/html`
    panel.replaceChildren(frame)
    return
  }
  const text = document.createElement('pre')
  text.tabIndex = 0
  text.textContent = tab === 'source' ? mail.source : mail.text
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
element('clear').addEventListener('click', () => fetch('/inbox/mails', { method: 'DELETE' }))
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
