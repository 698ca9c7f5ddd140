/** Where there is little room, the list of tabs scrolls. The page does not, even if the list is further down. */
export function showActiveTab(list: HTMLElement | null): void {
  const tab = list?.querySelector('[data-state="active"]')?.getBoundingClientRect()
  if (!list || !tab) return
  const { left, width } = list.getBoundingClientRect()
  list.scrollLeft += tab.left + tab.width / 2 - (left + width / 2)
}
