import { Lock, Monitor, Moon, Smartphone, Sun } from 'lucide-react'
import { useState } from 'react'
import { Reason, useMay } from '../parts/role.tsx'
import { IconButton } from '../ui/button.tsx'
import { Badge, Empty } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { EmailFrame } from './email-frame.tsx'
import type { useRendered } from './rendered.ts'

type PreviewProps = ReturnType<typeof useRendered>

/** The rendered email, for desktops and phones, light and dark. */
export function EmailPreview({ html, subject, category, error, isStale }: PreviewProps) {
  const [width, setWidth] = useState<'desktop' | 'phone'>('desktop')
  const [scheme, setScheme] = useState<'light' | 'dark'>('light')
  const may = useMay()
  // Rendering runs the owner's code, which takes more than viewing it.
  if (!may('settings')) {
    return (
      <Empty icon={<Lock />} title="Your role does not include previews">
        <Reason to="settings" />
      </Empty>
    )
  }
  return (
    <section className="ui-stack" data-gap="small" aria-label="Preview">
      <div className="emails-toolbar">
        <span className="emails-subject">
          {subject === undefined ? <span className="ui-muted">Preview</span> : <bdi>{subject}</bdi>}
        </span>
        {category && <Badge>{category}</Badge>}
        <span className="ui-row" data-end>
          <IconButton
            {...toggle(width === 'desktop', () => setWidth('desktop'))}
            label="Desktop width"
            icon={<Monitor />}
          />
          <IconButton
            {...toggle(width === 'phone', () => setWidth('phone'))}
            label="Phone width"
            icon={<Smartphone />}
          />
          <IconButton {...toggle(scheme === 'light', () => setScheme('light'))} label="Light" icon={<Sun />} />
          <IconButton {...toggle(scheme === 'dark', () => setScheme('dark'))} label="Dark" icon={<Moon />} />
        </span>
      </div>
      <div className="emails-preview" data-stale={isStale || Boolean(error) || undefined}>
        {html ? (
          <EmailFrame title="Preview of the email" html={html} width={width} scheme={scheme} />
        ) : (
          !error && <Skeleton height={420} />
        )}
      </div>
    </section>
  )
}

const toggle = (isOn: boolean, onClick: () => void) => ({ size: 'small', 'aria-pressed': isOn, onClick }) as const
