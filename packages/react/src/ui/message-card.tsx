'use client'

import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Card, type Tone } from './card.tsx'
import { check, close, info, warning } from './icon.tsx'
import { Page } from './scope.tsx'

/**
 * The props of `MessageCard`.
 * @example
 * <MessageCard
 *   fullPage
 *   tone="success"
 *   title="Thank you"
 *   primaryButtonText="See the order"
 *   primaryAction={() => navigate('/orders')}
 *   secondaryButtonText="Go home"
 *   secondaryAction={() => navigate('/')}
 * >
 *   {children}
 * </MessageCard>
 */
export interface MessageCardProps {
  /** The heading. */
  title: string
  /** The text. */
  children?: ReactNode
  /** What the message is: good news, something to know, something to heed, or bad news. */
  tone?: Tone | undefined
  /** Whether it is a page of its own, centered, rather than a part of one. */
  fullPage?: boolean | undefined
  /** The text of the main button. */
  primaryButtonText?: string | undefined
  /** What the main button does. */
  primaryAction?: (() => unknown) | undefined
  /** The text of the other button. */
  secondaryButtonText?: string | undefined
  /** What the other button does. */
  secondaryAction?: (() => unknown) | undefined
}

/**
 * Says one thing and offers the next step or two.
 * @example <MessageCard title="Thank you">Your order is on its way.</MessageCard>
 */
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
