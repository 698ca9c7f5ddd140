let locks = 0
let before = { overflow: '', scrollbarGutter: '' }

/** Keeps the page behind modal dialogs from scrolling. Its content stays in place where the scrollbar disappears. */
export function lockScroll(): () => void {
  const { style, clientWidth } = document.documentElement
  if (locks++ === 0) {
    before = { overflow: style.overflow, scrollbarGutter: style.scrollbarGutter }
    if (globalThis.innerWidth > clientWidth) style.scrollbarGutter = 'stable'
    style.overflow = 'hidden'
  }
  return () => {
    if (--locks === 0) Object.assign(style, before)
  }
}
