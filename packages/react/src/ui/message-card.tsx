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
  /** The tone of the message: success, information, warning or failure. */
  tone?: Tone | undefined
  /** Whether to render a full, centered page instead of a part of one. */
  fullPage?: boolean | undefined
  /** The text of the main button. */
  primaryButtonText?: string | undefined
  /** The action of the main button. */
  primaryAction?: (() => unknown) | undefined
  /** The text of the other button. */
  secondaryButtonText?: string | undefined
  /** The action of the other button. */
  secondaryAction?: (() => unknown) | undefined
}

/**
 * A message with up to two buttons for the next step.
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
  /** Replaces the usual icon of the tone. */
  icon?: string | undefined
  isPage?: boolean | undefined
}

const icons = { success: check, information: info, warning, failure: close }

/** Only the card, for screens that are already a page. */
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
