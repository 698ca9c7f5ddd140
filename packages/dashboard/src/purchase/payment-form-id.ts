/** What is chosen stands outside of the form that pays, but belongs to it: Enter there pays as well. */
export const paymentFormId = 'payment'
