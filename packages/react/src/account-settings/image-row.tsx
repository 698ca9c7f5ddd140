import { useRef, useState } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { Avatar, type AvatarUser } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/field.tsx'
import { ImageCropper } from './image-cropper.tsx'
import { Row } from './row.tsx'

interface ImageRowProps {
  title: string
  image: AvatarUser
  isSquare?: boolean
  onSave: (imageUrl: string | null) => Promise<void>
}

/** Shows the image. A newly chosen image is cropped and saved as a data URL. */
export function ImageRow({ title, image, isSquare, onSave }: ImageRowProps) {
  const t = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<ImageBitmap>()
  const [error, setError] = useState<string>()

  const read = async (file: File) => {
    if (!file.type.startsWith('image/')) return setError(t('Choose an image file.'))
    try {
      setChosen(await createImageBitmap(file))
      setError(undefined)
    } catch {
      setError(t("This image can't be read. Choose another one."))
    }
  }
  const save = async (url: string) => {
    await onSave(url)
    setChosen(undefined)
  }

  return (
    <Row
      title={title}
      value={
        <>
          <Avatar user={image} size={48} isSquare={isSquare} />
          <input
            ref={input}
            type="file"
            accept="image/*"
            hidden
            aria-label={title}
            onChange={(event) => {
              const file = event.target.files?.[0]
              // Cleared, so that the same file can be chosen again.
              event.target.value = ''
              if (file) void read(file)
            }}
          />
          {error && <Note error={error} />}
        </>
      }
      action={
        <>
          {image.profileImageUrl && (
            <Button size="small" kind="quiet" onClick={() => onSave(null)}>
              {t('Remove')}
            </Button>
          )}
          <Button size="small" onClick={() => input.current?.click()}>
            {t('Upload image')}
          </Button>
        </>
      }
    >
      {chosen && (
        <ImageCropper image={chosen} isSquare={isSquare} onSave={save} onCancel={() => setChosen(undefined)} />
      )}
    </Row>
  )
}
