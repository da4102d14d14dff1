; SPDX-License-Identifier: Apache-2.0
; The bits of the ready queue (kernel/core/ready_queue.h, lm_port_bit and lm_port_first_bit of the
; ports), for all words. The contracts of that header say which word each function writes; this file
; says what follows for the levels. "unsat" says that no word contradicts a claim.
(set-logic QF_BV)

; lm_port_bit of the ports that find the highest bit, and of those that find the lowest one.
(define-fun high ((n (_ BitVec 32))) (_ BitVec 32) (bvlshr #x80000000 n))
(define-fun low ((n (_ BitVec 32))) (_ BitVec 32) (bvshl #x00000001 n))
(define-fun mark ((w (_ BitVec 32)) (bit (_ BitVec 32))) (_ BitVec 32) (bvor w bit))
(define-fun unmark ((w (_ BitVec 32)) (bit (_ BitVec 32))) (_ BitVec 32) (bvand w (bvnot bit)))
(define-fun is_in ((w (_ BitVec 32)) (bit (_ BitVec 32))) Bool (not (= #x00000000 (bvand w bit))))

; The zeros in front of the highest bit of a word that is not 0: lm_port_first_bit of such a port.
(define-fun zeros ((w (_ BitVec 32))) (_ BitVec 32)
  (let ((s16 (ite (bvult w #x00010000) #x00000010 #x00000000)))
  (let ((w16 (bvshl w s16)))
  (let ((s8 (ite (bvult w16 #x01000000) #x00000008 #x00000000)))
  (let ((w8 (bvshl w16 s8)))
  (let ((s4 (ite (bvult w8 #x10000000) #x00000004 #x00000000)))
  (let ((w4 (bvshl w8 s4)))
  (let ((s2 (ite (bvult w4 #x40000000) #x00000002 #x00000000)))
  (let ((w2 (bvshl w4 s2)))
  (let ((s1 (ite (bvult w2 #x80000000) #x00000001 #x00000000)))
    (bvadd s16 (bvadd s8 (bvadd s4 (bvadd s2 s1))))))))))))))

(declare-const word (_ BitVec 32))
(declare-const n (_ BitVec 32))
(declare-const m (_ BitVec 32))
(assert (bvult n #x00000020))
(assert (bvult m #x00000020))

(push)
(echo "a level that is marked is occupied, and one that is unmarked is not")
(assert (not (and (is_in (mark word (high n)) (high n)) (not (is_in (unmark word (high n)) (high n)))
                  (is_in (mark word (low n)) (low n)) (not (is_in (unmark word (low n)) (low n))))))
(check-sat)
(pop)

(push)
(echo "to mark or unmark a level changes no other one")
(assert (distinct n m))
(assert (not (and (= (is_in (mark word (high n)) (high m)) (is_in word (high m)))
                  (= (is_in (unmark word (high n)) (high m)) (is_in word (high m)))
                  (= (is_in (mark word (low n)) (low m)) (is_in word (low m)))
                  (= (is_in (unmark word (low n)) (low m)) (is_in word (low m))))))
(check-sat)
(pop)

(push)
(echo "the first bit is that of an occupied level")
(assert (distinct word #x00000000))
(assert (not (is_in word (high (zeros word)))))
(check-sat)
(pop)

(push)
(echo "no more urgent level is occupied")
(assert (is_in word (high n)))
(assert (bvult n (zeros word)))
(check-sat)
(pop)

(push)
(echo "MISTAKE: the last bit is that of the most urgent level")
(assert (is_in word (high n)))
(assert (bvugt n (zeros word)))
(check-sat)
(pop)
