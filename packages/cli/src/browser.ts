import open from 'open'

/** Whether there is a screen to show a browser on. */
export function canOpenBrowser(env: NodeJS.ProcessEnv = process.env, platform = process.platform): boolean {
  if (env.CI || env.SSH_CONNECTION || env.SSH_TTY) return false
  return platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY || env.WSL_DISTRO_NAME)
}

/** False if it is known to have failed. The link is shown in any case. */
export async function openBrowser(link: string): Promise<boolean> {
  try {
    const browser = await open(link)
    browser.on('error', () => undefined)
    return true
  } catch {
    return false
  }
}
