// Pictures: the shop's own come in two widths, everything else as it is.

const own = /^(\/pictures\/.+)\.webp$/

/** The two widths of a picture of ours: 540 and 1080 px. */
const widths = (src: string): { src: string; srcSet?: string } => {
  const name = own.exec(src)?.[1]
  return name === undefined ? { src } : { src: `${name}-540.webp`, srcSet: `${name}-540.webp 540w, ${name}.webp 1080w` }
}

const cardSizes = '(min-width: 62rem) 23rem, (min-width: 48rem) 46vw, 92vw'

type Props = { src: string; alt: string; sizes?: string; isFirst?: boolean; className?: string }

/**
 * A photograph of 3:2. Its place is reserved by its width and height.
 * @param props.isFirst the picture stands in the first view, so it is fetched at once; others wait until they are near
 */
export const Picture = ({ src, alt, sizes = cardSizes, isFirst = false, className }: Props) => (
  <img
    {...widths(src)}
    sizes={sizes}
    width={540}
    height={360}
    alt={alt}
    loading={isFirst ? 'eager' : 'lazy'}
    fetchPriority={isFirst ? 'high' : 'auto'}
    decoding="async"
    className={className}
  />
)
