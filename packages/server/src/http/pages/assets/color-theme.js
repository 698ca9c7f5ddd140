// A classic script in the head, so that a page never appears in the other theme first.
try {
  const theme = localStorage.getItem('latchkey-color-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Without storage, the page follows the system.
}
