import type { ReactNode } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { Brand } from './brand.tsx'
import { Skeleton } from './skeleton.tsx'

/**
 * The placeholder of a form that is loading. It is never larger than the form, so that the layout only grows downwards.
 */
export function FormSkeleton(props: {
  fields: number
  isPage?: boolean | undefined
  /** The title, if it does not depend on the loaded data. */
  title?: string
}) {
  return (
    <Outline isPage={props.isPage} title={props.title}>
      <div className="lk-form">
        {Array.from({ length: props.fields }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
          <div className="lk-skeleton-field" key={index}>
            <Skeleton shape="label" />
            <Skeleton shape="control" />
          </div>
        ))}
        <Skeleton shape="control" />
      </div>
    </Outline>
  )
}

/** The placeholder of a message card. */
export function MessageSkeleton({ isPage }: { isPage?: boolean | undefined }) {
  return (
    <Outline isPage={isPage} hasSign>
      <div className="lk-actions">
        <Skeleton shape="control" />
      </div>
    </Outline>
  )
}

function Outline(props: {
  isPage?: boolean | undefined
  hasSign?: boolean
  title?: string | undefined
  children: ReactNode
}) {
  const t = useTranslate()
  const Heading = props.isPage ? 'h1' : 'h2'
  return (
    <section className="lk-card" aria-busy="true" aria-label={t('Loading…')}>
      <Brand />
      {props.hasSign && <Skeleton shape="sign" />}
      <Heading className="lk-title">
        {props.title ?? (
          <>
            <span className="lk-hidden">{t('Loading…')}</span>
            <Skeleton shape="title" />
          </>
        )}
      </Heading>
      <div className="lk-lead">
        <Skeleton shape="text" />
      </div>
      {props.children}
    </section>
  )
}
