import { type ReactNode, useState } from 'react'
import { type ShownProject, useShownProject } from './shown-project.ts'
import { Skeleton } from './skeleton.tsx'

/** The app's logo and name, so that users see who gets their password. Its space is reserved while it loads. */
export function Brand() {
  const project = useShownProject()
  if (project.status === 'error') return null
  if (project.status !== 'ok') {
    return (
      <div className="lk-brand">
        <Skeleton shape="mark" />
        <Skeleton shape="line" />
      </div>
    )
  }
  return <ProjectBrand {...project.value} />
}

function ProjectBrand(project: ShownProject) {
  const { displayName = '', logoUrl, logoDarkModeUrl, fullLogoUrl, fullLogoDarkModeUrl } = project
  return (
    <p className="lk-brand">
      <Logo light={fullLogoUrl} dark={fullLogoDarkModeUrl} alt={displayName}>
        <Logo light={logoUrl} dark={logoDarkModeUrl}>
          <span className="lk-brand-mark" aria-hidden="true">
            {[...displayName][0]?.toUpperCase()}
          </span>
        </Logo>
        {displayName}
      </Logo>
    </p>
  )
}

/** The logo of each color mode, or a fallback if there is none. */
function Logo(props: {
  light: string | null | undefined
  dark: string | null | undefined
  alt?: string
  children: ReactNode
}) {
  const { light, dark, alt = '', children } = props
  const [isBroken, setIsBroken] = useState(false)
  const src = light ?? dark
  if (!src || isBroken) return children
  const image = (src: string, mode?: 'light' | 'dark') => (
    <img
      className="lk-logo"
      src={src}
      alt={alt}
      data-full={alt ? true : undefined}
      data-mode={mode}
      // Does not load the logo of the other mode.
      loading={mode && 'lazy'}
      referrerPolicy="no-referrer"
      onError={() => setIsBroken(true)}
    />
  )
  if (!light || !dark || light === dark) return image(src)
  return (
    <>
      {image(light, 'light')}
      {image(dark, 'dark')}
    </>
  )
}
