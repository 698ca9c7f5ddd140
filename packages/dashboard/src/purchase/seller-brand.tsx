import type { Seller } from '../settings.ts'
import './seller-brand.css'

/** The seller's logo, or the first letter of their name. */
export function SellerBrand({ name, mode, logoUrl, logoDarkModeUrl }: Omit<Seller, 'homeUrl'>) {
  return (
    <p className="lk-seller">
      {logoUrl ? (
        <picture>
          {mode === 'auto' && logoDarkModeUrl && (
            <source srcSet={logoDarkModeUrl} media="(prefers-color-scheme: dark)" />
          )}
          <img
            className="lk-seller-logo"
            src={(mode === 'dark' && logoDarkModeUrl) || logoUrl}
            alt=""
            width={28}
            height={28}
          />
        </picture>
      ) : (
        <span className="lk-seller-mark" aria-hidden="true">
          {[...name][0]?.toUpperCase()}
        </span>
      )}
      <bdi>{name}</bdi>
    </p>
  )
}
