import type { Urls } from '../core/urls.ts'

/** An example of the field `image` of a record, for the documentation of the API. */
export const imageFieldExample = (urls: Urls) => ({
  url: urls.picture('14-quay.jpg'),
  id: 14,
  extension: 'jpg',
  width: 640,
  height: 420,
  filesize: 81_230,
  sizes: {
    thumbnail: { width: 150, height: 150, 'mime-type': 'image/jpeg', url: urls.picture('14-quay-150x150.jpg') },
  },
})
