/** Scrolls the tab list on narrow screens, without scrolling the page. */
export function showActiveTab(list: HTMLElement | null): void {
  const tab = list?.querySelector('[data-state="active"]')?.getBoundingClientRect()
  if (!list || !tab) return
  const { left, width } = list.getBoundingClientRect()
  list.scrollLeft += tab.left + tab.width / 2 - (left + width / 2)
}
