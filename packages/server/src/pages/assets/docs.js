// Makes the docs nicer to use: a filter for the menu, buttons that copy, and a mark at the place one is reading.
// Without it everything is still there.

const menu = document.getElementById('menu')
/** To places on this page. */
const links = [...menu.querySelectorAll('a[href*="#"]')].filter((link) => link.pathname === location.pathname)
/** In pixels: the last section that has begun above it is the one being read. */
const readingLine = 160

followOldLink()
addFilter()
addCopyButtons()
followReading()
closeMenuOnChoice()

/** The whole reference was one page once, and people have kept links to places on it. */
function followOldLink() {
  const id = decodeURIComponent(location.hash.slice(1))
  if (location.pathname !== '/docs' || id === '' || document.getElementById(id)) return
  const link = [...menu.querySelectorAll('a')].find(
    ({ hash, pathname }) => hash === location.hash || (hash === '' && pathname.endsWith(`/${id}`)),
  )
  const appendix = { object: 'objects', error: 'error-codes' }[id.split('-')[0]]
  if (link) location.replace(link.href)
  else if (appendix) location.replace(`/docs/api/${appendix}${location.hash}`)
}

function addFilter() {
  const label = menu.querySelector('.filter')
  if (!label) return
  const input = label.querySelector('input')
  const state = menu.querySelector('.filter-state')
  const groups = [...menu.querySelectorAll('.menu-group')].map((group) => {
    const list = group.querySelector('ul')
    const items = [...group.querySelectorAll('.menu-item')]
    return { group, title: group.querySelector('.menu-title'), list, isOpen: list?.hidden === false, items }
  })
  let found = []
  label.hidden = false

  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
    found = []
    for (const { group, title, list, isOpen, items } of groups) {
      const isNamed = hasAll(title.textContent, words)
      const matching = items.filter((item) => hasAll(`${item.textContent} ${item.dataset.search ?? ''}`, words))
      for (const item of items) item.hidden = !matching.includes(item)
      group.hidden = !isNamed && matching.length === 0
      if (list) list.hidden = words.length === 0 ? !isOpen : matching.length === 0
      found.push(...(isNamed ? [title] : []), ...matching.map((item) => item.querySelector('a')))
    }
    state.textContent = words.length === 0 ? '' : found.length === 0 ? 'Nothing matches.' : `${found.length} found`
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') found[0]?.click()
    if (event.key === 'Escape' && input.value !== '') {
      // The first Escape empties the filter, the next one closes the menu.
      event.preventDefault()
      input.value = ''
      input.dispatchEvent(new Event('input'))
    }
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.closest?.('input, textarea, [contenteditable]')
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    if (menu.checkVisibility() === false) menu.showPopover()
    input.focus()
  })
}

function hasAll(text, words) {
  const lower = text.toLowerCase()
  return words.every((word) => lower.includes(word))
}

function addCopyButtons() {
  // Only pages of a secure origin, localhost among them, may write to the clipboard.
  if (!navigator.clipboard) return
  for (const figure of document.querySelectorAll('figure.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'Copy'
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
  let current

  function update() {
    isWaiting = false
    let index = targets.findLastIndex((target) => target && target.getBoundingClientRect().top < readingLine)
    // A short last section never reaches the line.
    if (scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2) index = targets.length - 1
    if (links[index] === current) return
    current?.removeAttribute('aria-current')
    current = links[index]
    if (!current) return
    current.setAttribute('aria-current', 'location')
    keepInView(current)
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
  const place = link.getBoundingClientRect()
  const frame = menu.getBoundingClientRect()
  if (place.top < frame.top || place.bottom > frame.bottom) {
    menu.scrollTop += place.top - frame.top - frame.height / 3
  }
}

function closeMenuOnChoice() {
  for (const link of links) {
    link.addEventListener('click', () => {
      if (menu.matches(':popover-open')) menu.hidePopover()
    })
  }
}
