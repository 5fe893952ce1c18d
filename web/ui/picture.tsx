// Responsive images: uploaded pictures have several widths, other URLs have one.
import { getPictureVariants } from '#contract/picture-sizes.ts'

/** The URLs of one picture. `src` is the smallest, for browsers without `srcset`. */
const toImageSources = (src: string): { src: string; srcSet?: string } => {
  const variants = getPictureVariants(src)
  const [smallest] = variants
  if (!smallest) return { src }
  return { src: smallest.url, srcSet: variants.map(({ url, widthPx }) => `${url} ${widthPx}w`).join(', ') }
}

const cardSizes = '(min-width: 62rem) 23rem, (min-width: 48rem) 46vw, 92vw'

type Props = { src: string; alt: string; sizes?: string; isFirst?: boolean; className?: string }

/**
 * A photo of 3:2. `width` and `height` reserve its space.
 * @param props.isFirst the photo is in the first view, so it loads at once; others load lazily
 */
export const Picture = ({ src, alt, sizes = cardSizes, isFirst = false, className }: Props) => (
  <img
    {...toImageSources(src)}
    sizes={sizes}
    width={540}
    height={360}
    alt={alt}
    loading={isFirst ? 'eager' : 'lazy'}
    fetchPriority={isFirst ? 'high' : undefined}
    decoding="async"
    className={className}
  />
)
