// Makes the docs nicer to use: search, the reader's own project in the examples, buttons that copy, and a mark at the
// place one is reading. Without it everything is still there.

const menu = document.getElementById('menu')
/** To places on this page, in the menu and beside the text. */
const links = [...document.querySelectorAll('.menu a[href*="#"], .sections a[href*="#"]')].filter(
  (link) => link.pathname === location.pathname,
)
/** In pixels: the last section that has begun above it is the one being read. */
const readingLine = 160

followOldLink()
addSearch()
addOwnProject()
addCopyButtons()
followReading()
closeMenuOnChoice()

/** The whole reference was one page once, and people have kept links to places on it. */
async function followOldLink() {
  const id = decodeURIComponent(location.hash.slice(1))
  if (location.pathname !== '/docs' || id === '' || document.getElementById(id)) return
  const [hit] = await search(`#${id}`)
  if (hit) location.replace(hit.href)
}

async function search(query) {
  const response = await fetch(`/docs/search.json?${new URLSearchParams({ q: query })}`)
  return response.ok ? response.json() : []
}

function addSearch() {
  const button = document.querySelector('.search-button')
  let dialog
  const open = () => {
    dialog ??= createSearchDialog()
    if (!dialog.open) dialog.showModal()
  }
  // Links open other pages by a modified click, also this one.
  button.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    open()
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.closest?.('input, textarea, select, [contenteditable]')
    const isSlash = event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey
    const isCommand = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    if (!isSlash && !isCommand) return
    event.preventDefault()
    open()
  })
}

/** A combobox: the focus stays in the field while the arrows move through what was found. */
function createSearchDialog() {
  const dialog = element('dialog', { className: 'search-dialog', ariaLabel: 'Search the docs' })
  const input = element('input', {
    type: 'search',
    placeholder: 'Search guides, routes and error codes',
    maxLength: 100,
  })
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-label': 'Search the docs',
    'aria-expanded': 'false',
    'aria-controls': 'search-hits',
    'aria-autocomplete': 'list',
    autocomplete: 'off',
    spellcheck: 'false',
  })) {
    input.setAttribute(name, value)
  }
  const list = element('div', { className: 'search-hits', id: 'search-hits', role: 'listbox', ariaLabel: 'Results' })
  const state = element('p', { className: 'search-state', role: 'status' })
  const keys = element('p', { className: 'search-keys', ariaHidden: 'true' })
  for (const [key, effect] of [
    ['↑ ↓', 'choose'],
    ['↵', 'open'],
    ['esc', 'close'],
  ]) {
    const hint = element('span')
    hint.append(element('kbd', { textContent: key }), ` ${effect}`)
    keys.append(hint)
  }
  dialog.append(input, state, list, keys)
  document.body.append(dialog)

  let asked = 0
  let selected = -1
  const select = (index) => {
    const hits = [...list.children]
    selected = hits.length === 0 ? -1 : (index + hits.length) % hits.length
    for (const [place, hit] of hits.entries()) hit.ariaSelected = String(place === selected)
    const current = hits[selected]
    current?.scrollIntoView({ block: 'nearest' })
    if (current) input.setAttribute('aria-activedescendant', current.id)
    else input.removeAttribute('aria-activedescendant')
  }
  const show = (hits, query) => {
    list.replaceChildren(...hits.map((hit, index) => renderHit(hit, index, query)))
    input.ariaExpanded = String(hits.length > 0)
    state.textContent = query !== '' && hits.length === 0 ? `Nothing matches “${query}”.` : ''
    select(0)
  }

  input.addEventListener('input', async () => {
    asked += 1
    const question = asked
    const query = input.value.trim()
    const hits = query === '' ? [] : await search(query).catch(() => undefined)
    // Responses can overtake each other.
    if (question !== asked) return
    if (hits) show(hits, query)
    else state.textContent = 'The server cannot be reached.'
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') select(selected + 1)
    else if (event.key === 'ArrowUp') select(selected - 1)
    else if (event.key === 'Enter') list.children[selected]?.click()
    // In a search field, browsers would only empty it.
    else if (event.key === 'Escape') dialog.close()
    else return
    event.preventDefault()
  })
  list.addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
  return dialog
}

function renderHit({ href, title, page, excerpt, method }, index, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const hit = element('a', { className: 'search-hit', id: `search-hit-${index}`, href, role: 'option', tabIndex: -1 })
  const place = element('small', { textContent: method ? `${page} · ${method}` : page })
  const name = element('strong')
  name.append(...mark(title, words))
  const text = element('span')
  text.append(...mark(excerpt, words))
  hit.append(place, name, text)
  return hit
}

/** The text in parts, with what was searched for in bold. */
function mark(text, words) {
  if (words.length === 0) return [text]
  const pattern = new RegExp(`(${words.map((word) => escapePattern(word)).join('|')})`, 'gi')
  return text.split(pattern).map((part, index) => (index % 2 === 1 ? element('mark', { textContent: part }) : part))
}

function escapePattern(word) {
  return word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function element(name, properties = {}) {
  return Object.assign(document.createElement(name), properties)
}

/**
 * The dashboard keeps the owner's projects in this browser, with the publishable keys that were created in it. The
 * server has only hashes of keys.
 */
function addOwnProject() {
  const projects = readOwnProjects()
  const label = document.querySelector('.own-project')
  const values = [...document.querySelectorAll('[data-own]')].map((place) => ({ place, original: place.textContent }))
  if (projects.length === 0 || values.length === 0) return
  const chooser = label.querySelector('select')
  chooser.append(new Option('No project', ''), ...projects.map(({ id, name }) => new Option(name, id)))
  const last = localStorage.getItem('latchkey-last-project')
  chooser.value = projects.some(({ id }) => id === last) ? last : projects[0].id
  label.hidden = false

  const fill = () => {
    const project = projects.find(({ id }) => id === chooser.value)
    const own = { 'project-id': project?.id, 'publishable-client-key': project?.publishableClientKey }
    for (const { place, original } of values) {
      place.textContent = own[place.dataset.own] ?? original
      place.classList.toggle('own', own[place.dataset.own] !== undefined)
    }
    for (const link of document.querySelectorAll('.create-key')) link.remove()
    if (!project || project.publishableClientKey) return
    for (const figure of document.querySelectorAll('figure:has([data-own="publishable-client-key"])')) {
      const href = `/dashboard/projects/${project.id}/api-keys`
      const link = element('a', { className: 'create-key', href, textContent: 'Create a key' })
      figure.querySelector('figcaption').firstChild.after(link)
    }
  }
  chooser.addEventListener('change', fill)
  fill()
}

function readOwnProjects() {
  try {
    const projects = JSON.parse(localStorage.getItem('latchkey-own-projects') ?? '[]')
    return projects.filter(({ id, name }) => typeof id === 'string' && typeof name === 'string')
  } catch {
    return []
  }
}

function addCopyButtons() {
  // Only pages of a secure origin, localhost among them, may write to the clipboard.
  if (!navigator.clipboard) return
  for (const figure of document.querySelectorAll('figure.code')) {
    const button = element('button', { type: 'button', textContent: 'Copy' })
    button.setAttribute('aria-live', 'polite')
    button.addEventListener('click', async () => {
      const isCopied = await navigator.clipboard.writeText(figure.querySelector('pre').textContent).then(
        () => true,
        () => false,
      )
      button.textContent = isCopied ? 'Copied' : 'Not allowed'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, 2000)
    })
    figure.querySelector('figcaption').append(button)
  }
}

function followReading() {
  const targets = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))))
  let isWaiting = false
  let current = ''

  function update() {
    isWaiting = false
    const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2
    // A short last section never reaches the line.
    const hash = (
      isAtEnd
        ? links.at(-1)
        : links.findLast((_, index) => targets[index] && targets[index].getBoundingClientRect().top < readingLine)
    )?.hash
    if (hash === current) return
    current = hash
    for (const link of links) {
      if (link.hash === hash) {
        link.setAttribute('aria-current', 'location')
        keepInView(link)
      } else link.removeAttribute('aria-current')
    }
  }

  addEventListener(
    'scroll',
    () => {
      if (isWaiting) return
      isWaiting = true
      requestAnimationFrame(update)
    },
    { passive: true },
  )
  update()
}

/** Scrolls the menu alone: `scrollIntoView` would also move the page. */
function keepInView(link) {
  const list = link.closest('.menu, .sections')
  const place = link.getBoundingClientRect()
  const frame = list.getBoundingClientRect()
  if (place.top < frame.top || place.bottom > frame.bottom) {
    list.scrollTop += place.top - frame.top - frame.height / 3
  }
}

function closeMenuOnChoice() {
  for (const link of links) {
    link.addEventListener('click', () => {
      if (menu.matches(':popover-open')) menu.hidePopover()
    })
  }
}
