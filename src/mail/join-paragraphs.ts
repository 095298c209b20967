/** Joins the paragraphs of a mail. */
export const joinParagraphs = (parts: readonly string[]) => `${parts.join('\n\n')}\n`
