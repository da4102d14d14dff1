// SPDX-License-Identifier: Apache-2.0
// The Ibex core with its register file, and the signals by which main.cpp observes it. The memory
// and the devices are in machine.cpp.
//
// The parameters are those of the configuration maxperf-pmp-bmbalanced in ibex_configs.yaml of the
// package: three stages, a branch target ALU, a multiplier of one cycle, Zba, Zbb and Zbs, 16
// regions of physical memory protection, no instruction cache. The core is not modified.
module limen_ibex
  import ibex_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,

    output logic        instr_req_o,
    output logic [31:0] instr_addr_o,
    input  logic        instr_rvalid_i,
    input  logic [31:0] instr_rdata_i,
    input  logic        instr_err_i,

    output logic        data_req_o,
    output logic        data_we_o,
    output logic [ 3:0] data_be_o,
    output logic [31:0] data_addr_o,
    output logic [31:0] data_wdata_o,
    input  logic        data_rvalid_i,
    input  logic [31:0] data_rdata_i,
    input  logic        data_err_i,

    input logic irq_software_i,
    input logic irq_timer_i,
    input logic irq_external_i,
    input logic debug_req_i,

    // An instruction is in the decode and execute stage, the last one there, and it leaves.
    output logic        decode_valid_o,
    output logic [31:0] decode_pc_o,
    output logic        decode_done_o,
    output logic [63:0] minstret_o,
    output logic        debug_mode_o,
    output logic        asleep_o,
    output logic        irq_pending_o
);
  // Addresses of the debugger's code, in machine.cpp.
  localparam int unsigned DebugBase = 32'h0000_0000;
  localparam int unsigned DebugHalt = 32'h0000_0800;
  localparam int unsigned DebugException = 32'h0000_0808;
  // The first instruction is at offset 0x80.
  localparam logic [31:0] BootAddress = 32'h0000_1000;

  logic [4:0] raddr_a, raddr_b, waddr;
  logic [31:0] rdata_a, rdata_b, wdata;
  logic write_enable;
  ibex_mubi_t busy;

  // The instruction cache is not there; its memories answer nothing.
  logic [IC_TAG_SIZE-1:0] no_tag[IC_NUM_WAYS];
  logic [IC_LINE_SIZE-1:0] no_line[IC_NUM_WAYS];
  assign no_tag  = '{default: '0};
  assign no_line = '{default: '0};

  ibex_core #(
      .PMPEnable      (1'b1),
      .PMPNumRegions  (16),
      .RV32M          (RV32MSingleCycle),
      .RV32B          (RV32BBalanced),
      .BranchTargetALU(1'b1),
      .WritebackStage (1'b1),
      .DmBaseAddr     (DebugBase),
      .DmHaltAddr     (DebugHalt),
      .DmExceptionAddr(DebugException)
  ) core (
      .clk_i,
      .rst_ni,
      .hart_id_i('0),
      .boot_addr_i(BootAddress),
      .instr_req_o,
      .instr_gnt_i(1'b1),
      .instr_rvalid_i,
      .instr_addr_o,
      .instr_rdata_i,
      .instr_err_i,
      .data_req_o,
      .data_gnt_i(1'b1),
      .data_rvalid_i,
      .data_we_o,
      .data_be_o,
      .data_addr_o,
      .data_wdata_o,
      .data_rdata_i,
      .data_err_i,
      .dummy_instr_id_o(),
      .dummy_instr_wb_o(),
      .rf_raddr_a_o(raddr_a),
      .rf_raddr_b_o(raddr_b),
      .rf_waddr_wb_o(waddr),
      .rf_we_wb_o(write_enable),
      .rf_wdata_wb_ecc_o(wdata),
      .rf_rdata_a_ecc_i(rdata_a),
      .rf_rdata_b_ecc_i(rdata_b),
      .ic_tag_req_o(),
      .ic_tag_write_o(),
      .ic_tag_addr_o(),
      .ic_tag_wdata_o(),
      .ic_tag_rdata_i(no_tag),
      .ic_data_req_o(),
      .ic_data_write_o(),
      .ic_data_addr_o(),
      .ic_data_wdata_o(),
      .ic_data_rdata_i(no_line),
      .ic_scr_key_valid_i(1'b1),
      .ic_scr_key_req_o(),
      .irq_software_i,
      .irq_timer_i,
      .irq_external_i,
      .irq_fast_i('0),
      .irq_nm_i(1'b0),
      .irq_pending_o,
      .debug_req_i,
      .crash_dump_o(),
      .double_fault_seen_o(),
      .fetch_enable_i(IbexMuBiOn),
      .alert_minor_o(),
      .alert_major_internal_o(),
      .alert_major_bus_o(),
      .core_busy_o(busy)
  );

  ibex_register_file_ff registers (
      .clk_i,
      .rst_ni,
      .test_en_i(1'b0),
      .dummy_instr_id_i(1'b0),
      .dummy_instr_wb_i(1'b0),
      .raddr_a_i(raddr_a),
      .rdata_a_o(rdata_a),
      .raddr_b_i(raddr_b),
      .rdata_b_o(rdata_b),
      .waddr_a_i(waddr),
      .wdata_a_i(wdata),
      .we_a_i(write_enable),
      .err_o()
  );

  assign decode_valid_o = core.instr_valid_id;
  assign decode_pc_o    = core.pc_id;
  assign decode_done_o  = core.instr_id_done;
  assign minstret_o     = core.cs_registers_i.mhpmcounter[2];
  assign debug_mode_o   = core.debug_mode;
  assign asleep_o       = busy != IbexMuBiOn;
endmodule
