/** Where there is little room, the list of tabs scrolls. */
export function showActiveTab(list: HTMLElement | null): void {
  list?.querySelector('[data-state="active"]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
}
