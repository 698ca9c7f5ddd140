import { useTranslate } from '../i18n/translation.tsx'
import { Skeleton } from './skeleton.tsx'

export function AuthSkeleton(props: {
  type: 'sign-in' | 'sign-up'
  noPasswordRepeat?: boolean | undefined
  isPage?: boolean | undefined
}) {
  const hasRepeat = props.type === 'sign-up' && !props.noPasswordRepeat
  return <FormSkeleton fields={hasRepeat ? 3 : 2} isPage={props.isPage} />
}

/** The outline of the page that is about to appear, field by field, so that nothing jumps. */
export function FormSkeleton(props: { fields: number; isPage?: boolean | undefined }) {
  const t = useTranslate()
  return (
    <section className="lk-card" aria-busy="true" aria-label={t('Loading…')}>
      {props.isPage && <h1 className="lk-hidden">{t('Loading…')}</h1>}
      <div className="lk-brand">
        <Skeleton shape="mark" />
        <Skeleton shape="line" />
      </div>
      <Skeleton shape="title" />
      <div className="lk-lead">
        <Skeleton shape="text" />
      </div>
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
    </section>
  )
}
