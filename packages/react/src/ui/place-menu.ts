const GAP = 8

/** Places an open panel below its trigger, or above it if there is no room, within the edges of the page. */
export function placeMenu(panel: HTMLElement, trigger: HTMLElement): void {
  const anchor = trigger.getBoundingClientRect()
  const { width, height } = panel.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement

  // Aligned with the trigger's side that is nearer to an edge of the page, so it opens towards the middle.
  const isInRightHalf = anchor.left + anchor.width / 2 > clientWidth / 2
  const left = isInRightHalf ? anchor.right - width : anchor.left
  const hasRoomBelow = anchor.bottom + GAP + height <= clientHeight || anchor.top < height + GAP
  const top = hasRoomBelow ? anchor.bottom + GAP : anchor.top - GAP - height

  panel.style.setProperty('--lk-menu-left', `${Math.max(GAP, Math.min(left, clientWidth - width - GAP))}px`)
  panel.style.setProperty('--lk-menu-top', `${top}px`)
}
