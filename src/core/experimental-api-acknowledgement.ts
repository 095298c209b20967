/** The sentence that The Events Calendar expects in the header `X-TEC-EEA` of requests to its newer API. */
export const EXPERIMENTAL_API_ACKNOWLEDGEMENT =
  'I understand that this endpoint is experimental and may change in a future release without maintaining backward compatibility. ' +
  'I also understand that I am using this endpoint at my own risk, while support is not provided for it.'
