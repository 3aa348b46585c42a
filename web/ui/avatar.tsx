import { useState } from 'react'

/** Marnie Quillfeather becomes MQ. */
const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words
  return letters.map((word) => word?.charAt(0).toUpperCase() ?? '').join('')
}

/** A person's photo or initials. Hidden from screen readers: the name is always beside it. */
export const Avatar = ({ name, src, size = 20 }: { name: string; src?: string | null | undefined; size?: number }) => {
  const [failed, setFailed] = useState<string | null>(null)
  const style = size === 20 ? undefined : { width: size, height: size, fontSize: Math.round(size * 0.36) }
  return (
    <span className="avatar" style={style} aria-hidden="true">
      {src && failed !== src ? <img src={src} alt="" loading="lazy" onError={() => setFailed(src)} /> : initialsOf(name)}
    </span>
  )
}
