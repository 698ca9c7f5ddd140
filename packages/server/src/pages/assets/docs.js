// Makes the docs nicer to use: a filter for the menu, buttons that copy, and a mark at the place one is reading.
// Without it everything is still there.

const menu = document.getElementById('menu')
const links = [...menu.querySelectorAll('a[href^="#"]')]
/** In pixels: the last section that has begun above it is the one being read. */
const readingLine = 160

addFilter()
addCopyButtons()
followReading()
closeMenuOnChoice()

function addFilter() {
  const label = menu.querySelector('.filter')
  if (!label) return
  const input = label.querySelector('input')
  const state = menu.querySelector('.filter-state')
  const items = [...menu.querySelectorAll('li')]
  label.hidden = false

  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
    for (const item of items) {
      const text = `${item.textContent} ${item.dataset.search}`.toLowerCase()
      item.hidden = !words.every((word) => text.includes(word))
    }
    for (const group of menu.querySelectorAll('.menu-group')) {
      group.hidden = !group.querySelector('li:not([hidden])')
    }
    const count = items.filter((item) => !item.hidden).length
    state.textContent = words.length === 0 ? '' : count === 0 ? 'Nothing matches.' : `${count} found`
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter')
      items
        .find((item) => !item.hidden)
        ?.querySelector('a')
        .click()
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
