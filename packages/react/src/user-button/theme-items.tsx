import { useState } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { applyTheme, type ThemeChoice, themeKey } from '../styles/color-mode.ts'
import { Icon } from '../ui/icon.tsx'
import { MenuItem } from '../ui/menu.tsx'
import { monitor, moon, sun } from '../ui/more-icons.ts'
import { readStorage } from '../ui/storage.ts'

/** The themes a user can choose. The choice is kept in this browser and shown in all of its tabs. */
export function ThemeItems() {
  const t = useTranslate()
  const [chosen, setChosen] = useState(() => readStorage(themeKey) ?? 'system')
  const choose = (theme: ThemeChoice) => {
    setChosen(theme)
    applyTheme(theme)
    try {
      localStorage.setItem(themeKey, theme)
    } catch {
      // Without storage, the choice lasts until the page is left.
    }
  }
  const themes = [
    { theme: 'light', label: t('Light'), icon: sun },
    { theme: 'dark', label: t('Dark'), icon: moon },
    { theme: 'system', label: t('System'), icon: monitor },
  ] as const
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be part of a menu
    <div role="group" aria-label={t('Theme')}>
      <hr className="lk-menu-line" />
      {themes.map(({ theme, label, icon }) => (
        <MenuItem key={theme} icon={<Icon path={icon} />} isChosen={theme === chosen} onClick={() => choose(theme)}>
          {label}
        </MenuItem>
      ))}
    </div>
  )
}
