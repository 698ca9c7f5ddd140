import { useRef, useState } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { Avatar, type AvatarUser } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/field.tsx'
import { Icon, pencil } from '../ui/icon.tsx'
import { ImageCropper } from './image-cropper.tsx'

/** Shows the image; a click chooses another one, which is then cropped and saved as a data URL. */
export function ImageEditor(props: { user: AvatarUser; onSave: (imageUrl: string | null) => Promise<void> }) {
  const { user, onSave } = props
  const t = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  const [image, setImage] = useState<ImageBitmap>()
  const [error, setError] = useState<string>()

  const read = async (file: File) => {
    if (!file.type.startsWith('image/')) return setError(t('Choose an image file.'))
    try {
      setImage(await createImageBitmap(file))
      setError(undefined)
    } catch {
      setError(t("This image can't be read. Choose another one."))
    }
  }

  if (image) {
    const save = async (url: string) => {
      await onSave(url)
      setImage(undefined)
    }
    return <ImageCropper image={image} onSave={save} onCancel={() => setImage(undefined)} />
  }
  return (
    <>
      <div className="lk-row">
        <button className="lk-image-button" type="button" onClick={() => input.current?.click()}>
          <Avatar user={user} size={60} />
          <span className="lk-hidden">{t('Change profile image')}</span>
          <span className="lk-image-badge">
            <Icon path={pencil} />
          </span>
        </button>
        {user.profileImageUrl && (
          <Button size="small" kind="quiet" onClick={() => onSave(null)}>
            {t('Remove')}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('Profile image')}
        onChange={(event) => {
          const file = event.target.files?.[0]
          // Emptied, so that the same file can be chosen again.
          event.target.value = ''
          if (file) void read(file)
        }}
      />
      <Note error={error} />
    </>
  )
}
