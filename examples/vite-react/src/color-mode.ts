type Mode = 'light' | 'dark'

/** The user's choice if there is one, the system's otherwise. Latchkey's components follow automatically. */
export function applyColorMode(): void {
  const chosen = localStorage.getItem('color-mode')
  if (chosen) document.documentElement.dataset.theme = chosen
}

export function toggleColorMode(): void {
  const mode: Mode = currentMode() === 'dark' ? 'light' : 'dark'
  localStorage.setItem('color-mode', mode)
  applyColorMode()
}

function currentMode(): Mode {
  const chosen = document.documentElement.dataset.theme
  if (chosen) return chosen as Mode
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
