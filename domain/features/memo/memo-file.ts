/** "Memo file name MemorandumOfSale.pdf." Property document, section 9. */
export const memoFileName = 'MemorandumOfSale.pdf'
