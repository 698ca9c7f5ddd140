import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { Page } from './scope.tsx'

export interface MessageCardProps {
  title: string
  children?: ReactNode
  fullPage?: boolean | undefined
  primaryButtonText?: string | undefined
  primaryAction?: (() => unknown) | undefined
  secondaryButtonText?: string | undefined
  secondaryAction?: (() => unknown) | undefined
}

/** Says one thing and offers the next step or two. */
export function MessageCard({ fullPage = false, ...props }: MessageCardProps) {
  return (
    <Page fullPage={fullPage}>
      <MessageContent {...props} isPage={fullPage} />
    </Page>
  )
}

/** The card alone, for a screen that is a page already. */
export function MessageContent(props: Omit<MessageCardProps, 'fullPage'> & { isPage?: boolean | undefined }) {
  const { primaryButtonText, primaryAction, secondaryButtonText, secondaryAction } = props
  return (
    <Card title={props.title} isPage={props.isPage}>
      {props.children && <div className="lk-lead">{props.children}</div>}
      {(primaryButtonText || secondaryButtonText) && (
        <div className="lk-actions">
          {secondaryButtonText && <Button onClick={() => secondaryAction?.()}>{secondaryButtonText}</Button>}
          {primaryButtonText && (
            <Button kind="primary" onClick={() => primaryAction?.()}>
              {primaryButtonText}
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}
