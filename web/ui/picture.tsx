// Pictures: those of the shop come in several widths, everything else as it is.
import { getPictureVariants } from '#contract/picture-urls.ts'

/** The addresses of one picture. The smallest stands for those browsers that cannot choose. */
const toImageSources = (src: string): { src: string; srcSet?: string } => {
  const variants = getPictureVariants(src)
  const [smallest] = variants
  if (!smallest) return { src }
  return { src: smallest.url, srcSet: variants.map(({ url, widthPx }) => `${url} ${widthPx}w`).join(', ') }
}

const cardSizes = '(min-width: 62rem) 23rem, (min-width: 48rem) 46vw, 92vw'

type Props = { src: string; alt: string; sizes?: string; isFirst?: boolean; className?: string }

/**
 * A photograph of 3:2. Its place is reserved by its width and height.
 * @param props.isFirst the picture stands in the first view, so it is fetched at once; others wait until they are near
 */
export const Picture = ({ src, alt, sizes = cardSizes, isFirst = false, className }: Props) => (
  <img
    {...toImageSources(src)}
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
