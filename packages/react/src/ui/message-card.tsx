'use client'

import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Card, type Tone } from './card.tsx'
import { check, close, info, warning } from './icon.tsx'
import { Page } from './scope.tsx'

export interface MessageCardProps {
  title: string
  children?: ReactNode
  /** What the message is: good news, something to know, something to heed, or bad news. */
  tone?: Tone | undefined
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

export interface MessageContentProps extends Omit<MessageCardProps, 'fullPage'> {
  /** Another drawing than the usual one of the tone. */
  icon?: string | undefined
  isPage?: boolean | undefined
}

const icons = { success: check, information: info, warning, failure: close }

/** The card alone, for a screen that is a page already. */
export function MessageContent({ tone = 'information', icon = icons[tone], ...props }: MessageContentProps) {
  const { primaryButtonText, primaryAction, secondaryButtonText, secondaryAction } = props
  return (
    <Card sign={{ tone, icon }} title={props.title} lead={props.children} isPage={props.isPage}>
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
